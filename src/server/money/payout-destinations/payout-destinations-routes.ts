import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { addDestination } from './add-destination.ts';
import { confirmDestination } from './confirm-destination.ts';
import { openOnboarding, readDestinationAccount } from './onboarding-account.ts';
import { listOffers, readDestination } from './read-destination.ts';
import { stopPayouts } from './stop-payouts.ts';

export const payoutDestinationsRoutes = (deps: Dependencies): Handlers<'payoutDestinations'> => ({
  readDestination: ({ caller }) => readDestination(deps, caller.userId),
  listDestinationOffers: async ({ caller, query }) => ({
    offers: await listOffers(deps, caller.userId, query.country),
  }),
  addDestination: ({ caller, body, client }) => addDestination(deps, caller, body, client),
  readDestinationAccount: ({ caller }) => readDestinationAccount(deps, caller.userId),
  openDestinationOnboarding: ({ caller }) => openOnboarding(deps, caller.userId),
  confirmDestination: ({ caller, body, client }) => confirmDestination(deps, body, caller, client),
  stopPayouts: async ({ body, client }) => {
    await stopPayouts(deps, body.token, client);
    return {};
  },
});
