import type { Dependencies } from '../../foundation/dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { demoPassword, verifyDemoPassword } from './demo-password.ts';

export const demoRoutes = (deps: Dependencies): Handlers<'demo'> => ({
  verifyDemoPassword: ({ body, client }) => verifyDemoPassword(deps, body.password, client.address),
  readDemoPassword: async () => demoPassword(deps),
});
