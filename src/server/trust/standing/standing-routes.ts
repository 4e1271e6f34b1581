import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { readStanding } from './read-standing.ts';

export const standingRoutes = (deps: Dependencies): Handlers<'standing'> => ({
  readStanding: ({ caller }) => readStanding(deps, caller),
});
