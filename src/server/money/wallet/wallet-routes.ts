import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { listPayoutRequests } from './payout-requests.ts';
import { listMovements, readWallet, readYearStatement } from './read-wallet.ts';
import { cancelPayout, requestPayout } from './request-payout.ts';
import { appealWithheld } from './withhold-payout.ts';

export const walletRoutes = (deps: Dependencies): Handlers<'wallet'> => ({
  readWallet: ({ caller }) => readWallet(deps, caller.userId),
  listPayoutRequests: ({ caller, query }) => listPayoutRequests(deps, caller.userId, query.cursor),
  listMovements: ({ caller, query }) => listMovements(deps, caller.userId, query),
  requestPayout: ({ caller, idempotencyKey: key, onRepeat }) =>
    requestPayout(deps, caller.userId, { key, onRepeat }),
  appealWithheld: async ({ caller, params, body }) => {
    await appealWithheld(deps, caller.userId, { ...params, ...body });
    return {};
  },
  cancelPayout: ({ caller, params, idempotencyKey }) =>
    cancelPayout(deps, caller.userId, params.payoutId, idempotencyKey),
  readYearStatement: ({ caller, query }) => readYearStatement(deps, caller.userId, query.year),
});
