import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../handlers.ts';
import { listVerdicts } from './list-verdicts.ts';
import { readVerdict } from './read-verdict.ts';

export const verdictRoutes = (deps: Dependencies): Handlers<'verdict'> => ({
  readVerdict: ({ caller, params }) => readVerdict(deps, caller, params.trackId),
  listVerdicts: ({ caller, body }) => listVerdicts(deps, caller.userId, body.trackIds),
});
