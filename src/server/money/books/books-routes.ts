import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { auditBooks, liftHalt } from './audit-books.ts';
import { correctBalance, decideCorrection } from './correct-balance.ts';
import { confirmPayout, listOpenTransfers, returnPayout } from './open-transfers.ts';
import { bookPayoutCost, listPayoutCosts } from './payout-costs.ts';
import { exportPayouts, handOverPayouts, listExportLines, listPayoutExports } from './payout-exports.ts';
import { findListener, listEntries, readBooks } from './read-books.ts';
import { reverseReview } from './reverse-review.ts';

export const booksRoutes = (deps: Dependencies): Handlers<'books'> => ({
  readBooks: () => readBooks(deps),
  runAudit: async () => {
    await auditBooks(deps);
    return readBooks(deps);
  },
  liftHalt: async ({ caller, body }) => {
    await liftHalt(deps, caller.userId, body.reason);
    return readBooks(deps);
  },
  listEntries: ({ query }) => listEntries(deps, query),
  findListener: ({ query }) => findListener(deps, query.email),
  correctBalance: ({ caller, params, body, idempotencyKey: key }) =>
    correctBalance(deps, { admin: caller.userId, key }, { ...params, ...body }),
  decideCorrection: ({ caller, params, body, idempotencyKey: key }) =>
    decideCorrection(deps, { admin: caller.userId, key }, { ...params, ...body }),
  reverseReview: ({ caller, params, body, idempotencyKey: key }) =>
    reverseReview(deps, { admin: caller.userId, key }, { ...params, ...body }),
  returnPayout: ({ caller, params, body, idempotencyKey: key }) =>
    returnPayout(deps, { admin: caller.userId, key }, { ...params, ...body }),
  listPayoutExports: ({ query }) => listPayoutExports(deps, query.cursor),
  exportPayouts: ({ caller, body, idempotencyKey: key, onRepeat }) =>
    exportPayouts(deps, caller.userId, body, { key, onRepeat }),
  handOverPayouts: ({ caller, params }) => handOverPayouts(deps, caller.userId, params.exportId),
  listExportLines: ({ params, query }) => listExportLines(deps, params.exportId, query.cursor),
  listOpenTransfers: ({ query }) => listOpenTransfers(deps, query.cursor),
  listPayoutCosts: ({ query }) => listPayoutCosts(deps, query.cursor),
  bookPayoutCost: ({ caller, body, idempotencyKey: key }) =>
    bookPayoutCost(deps, { admin: caller.userId, key }, body),
  confirmPayout: ({ caller, params }) => confirmPayout(deps, caller.userId, params.payoutId),
});
