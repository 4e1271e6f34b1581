import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../http/handlers.ts';
import { listPayoutRequests } from './list-payout-requests.ts';
import { readWallet } from './read-wallet.ts';
import { requestPayout } from './request-payout.ts';

export const walletRoutes = (deps: Dependencies): Handlers<'wallet'> => ({
  readWallet: ({ caller }) => readWallet(deps, caller.userId),
  listPayoutRequests: ({ caller, query }) => listPayoutRequests(deps, caller.userId, query.cursor),
  requestPayout: ({ caller, idempotencyKey }) => requestPayout(deps, caller.userId, idempotencyKey),
});
