import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { listVerdicts, readVerdict, readVersionResult } from './read-verdict.ts';
import { shareVerdict } from './share-verdict.ts';

export const verdictRoutes = (deps: Dependencies): Handlers<'verdict'> => ({
  readVerdict: ({ caller, params }) => readVerdict(deps, caller, params.trackId),
  readVersionResult: async ({ caller, params }) => ({
    result: await readVersionResult(deps, caller.userId, params.trackId),
  }),
  shareVerdict: ({ caller, params, body }) => shareVerdict(deps, caller.userId, { ...params, ...body }),
  listVerdicts: ({ caller, body }) => listVerdicts(deps, caller.userId, body.trackIds),
});
