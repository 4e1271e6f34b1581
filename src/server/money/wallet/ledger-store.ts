import { cents, nullable, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** The ledger's functions, the only way in which the server can move money. */
export const approveAndPayReview = statement({
  takes: { reviewId: uuid, decidedBy: nullable(uuid) },
  gives: { outcome: text, earnedCents: nullable(cents), status: nullable(text) },
})`select outcome, earned_cents as "earnedCents", status from ledger.approve_review(${'reviewId'},
     ${'decidedBy'})`;

const reviewOutcome = { outcome: text, status: nullable(text) };

export const rejectPendingReview = statement({
  takes: { reviewId: uuid, decidedBy: nullable(uuid), reason: text, note: text },
  gives: reviewOutcome,
})`select outcome, status from ledger.reject_review(${'reviewId'}, ${'decidedBy'}, ${'reason'}, ${'note'})`;

export const reopenRejectedReview = statement({
  takes: { reviewId: uuid, decidedBy: uuid },
  gives: reviewOutcome,
})`select outcome, status from ledger.reopen_review(${'reviewId'}, ${'decidedBy'})`;

export const takeApprovalBack = statement({
  takes: { reviewId: uuid, decidedBy: uuid },
  gives: reviewOutcome,
})`select outcome, status from ledger.take_approval_back(${'reviewId'}, ${'decidedBy'})`;

export const settleAppeal = statement({
  takes: { reviewId: uuid, decidedBy: uuid, outcome: text, note: text },
  gives: reviewOutcome,
})`select outcome, status from ledger.decide_appeal(${'reviewId'}, ${'decidedBy'}, ${'outcome'}, ${'note'})`;

export const requestWholeBalance = statement({
  takes: { listenerId: uuid, requestKey: uuid },
  gives: { outcome: text, payoutId: nullable(uuid) },
})`select outcome, payout_id as "payoutId" from ledger.request_payout(${'listenerId'}, ${'requestKey'})`;

export const rejectPayout = statement({
  takes: { payoutId: uuid, decidedBy: nullable(uuid), reason: nullable(text) },
  gives: {
    outcome: text,
    listenerId: nullable(uuid),
    status: nullable(text),
    processedAt: nullable(timestamp),
  },
})`select outcome, listener_id as "listenerId", status, processed_at as "processedAt"
   from ledger.decide_payout(${'payoutId'}, ${'decidedBy'}, 'rejected', ${'reason'})`;

export const cancelPendingPayout = statement({
  takes: { payoutId: uuid, listenerId: uuid },
  gives: { outcome: text, status: nullable(text) },
})`select outcome, status from ledger.cancel_payout(${'payoutId'}, ${'listenerId'})`;
