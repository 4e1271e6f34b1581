import type { Dependencies } from '../../foundation/dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { addPayee } from './add-payee.ts';
import { confirmPayee } from './confirm-payee.ts';
import { listOffers } from './list-offers.ts';
import { openOnboarding } from './open-onboarding.ts';
import { readPayee } from './read-payee.ts';
import { readPayeeAccount } from './read-payee-account.ts';
import { stopPayouts } from './stop-payouts.ts';

export const payeesRoutes = (deps: Dependencies): Handlers<'payees'> => ({
  readPayee: ({ caller }) => readPayee(deps, caller.userId),
  listDestinationOffers: async ({ caller, query }) => ({
    offers: await listOffers(deps, caller.userId, query.country),
  }),
  addPayee: ({ caller, body, client }) => addPayee(deps, caller, body, client),
  readPayeeAccount: ({ caller }) => readPayeeAccount(deps, caller.userId),
  openPayeeOnboarding: ({ caller }) => openOnboarding(deps, caller.userId),
  confirmPayee: ({ body, client }) => confirmPayee(deps, body, client),
  stopPayouts: async ({ body, client }) => {
    await stopPayouts(deps, body.token, client);
    return {};
  },
});
