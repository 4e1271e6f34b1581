import type { Dependencies } from '../../foundation/dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { auditBooks } from './audit-books.ts';
import { bookPayoutCost } from './book-payout-cost.ts';
import { confirmPayout } from './confirm-payout.ts';
import { correctBalance } from './correct-balance.ts';
import { decideCorrection } from './decide-correction.ts';
import { exportPayouts } from './export-payouts.ts';
import { findListener } from './find-listener.ts';
import { handOverPayouts } from './hand-over-payouts.ts';
import { liftHalt } from './lift-halt.ts';
import { listEntries } from './list-entries.ts';
import { listExportLines } from './list-export-lines.ts';
import { listOpenTransfers } from './list-open-transfers.ts';
import { listPayoutCosts } from './list-payout-costs.ts';
import { listPayoutExports } from './list-payout-exports.ts';
import { readBooks } from './read-books.ts';
import { returnPayout } from './return-payout.ts';
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
