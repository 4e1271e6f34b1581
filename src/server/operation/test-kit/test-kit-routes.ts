import type { Dependencies } from '../../foundation/dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { addUploadCredits, grantTrial } from '../../plans/subscriptions/grant-for-tests.ts';
import { createTestListener, readTestKit } from './test-kit.ts';

export const testKitRoutes = (deps: Dependencies): Handlers<'testKit'> => ({
  readTestKit: ({ caller }) => readTestKit(deps, caller.userId),
  grantTrial: ({ caller }) => grantTrial(deps, caller.userId),
  addUploadCredits: ({ caller }) => addUploadCredits(deps, caller.userId),
  createTestListener: ({ caller }) => createTestListener(deps, caller.userId),
});
