import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { createExport } from './create-export.ts';
import { deleteAccount, readDeletion } from './delete-account.ts';

export const personalDataRoutes = (deps: Dependencies): Handlers<'personalData'> => ({
  createExport: ({ caller, body }) => createExport(deps, caller, body),
  readDeletion: ({ caller }) => readDeletion(deps, caller),
  deleteAccount: async ({ caller, body, client, refreshCookie }) => {
    await deleteAccount(deps, caller, body, client);
    refreshCookie.clear();
    return {};
  },
});
