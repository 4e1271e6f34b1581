import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { checkSubscription, listBoughtPacks } from './check-subscription.ts';
import { createCheckout, openCustomerPortal } from './create-checkout.ts';
import { getUploadEligibility } from './get-upload-eligibility.ts';

export const subscriptionsRoutes = (deps: Dependencies): Handlers<'subscriptions'> => ({
  getUploadEligibility: ({ caller }) => getUploadEligibility(deps, caller.userId),
  checkSubscription: ({ caller }) => checkSubscription(deps, caller.userId),
  listBoughtPacks: ({ caller }) => listBoughtPacks(deps, caller.userId),
  createCheckout: ({ caller, body }) => createCheckout(deps, caller.userId, body.priceId),
  customerPortal: ({ caller }) => openCustomerPortal(deps, caller.userId),
});
