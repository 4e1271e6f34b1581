import { cents, nullable, text, timestamp, uuid, uuidList } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

// The ledger's functions are the only way in which the server can move money.

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

const decision = {
  outcome: text,
  listenerId: nullable(uuid),
  status: nullable(text),
  processedAt: nullable(timestamp),
};

export const requestWholeBalance = statement({
  takes: { listenerId: uuid, requestKey: uuid },
  gives: { outcome: text, payoutId: nullable(uuid) },
})`select outcome, payout_id as "payoutId" from ledger.request_payout(${'listenerId'}, ${'requestKey'})`;

export const rejectPayout = statement({
  takes: { payoutId: uuid, decidedBy: nullable(uuid), reason: nullable(text) },
  gives: decision,
})`select outcome, listener_id as "listenerId", status, processed_at as "processedAt"
   from ledger.decide_payout(${'payoutId'}, ${'decidedBy'}, 'rejected', ${'reason'})`;

export const cancelPendingPayout = statement({
  takes: { payoutId: uuid, listenerId: uuid },
  gives: { outcome: text, status: nullable(text) },
})`select outcome, status from ledger.cancel_payout(${'payoutId'}, ${'listenerId'})`;

export const storeApproval = statement({
  takes: { payoutId: uuid, approvedBy: nullable(uuid), now: timestamp, completesAt: timestamp },
  gives: decision,
})`select outcome, listener_id as "listenerId", status, processed_at as "processedAt"
   from ledger.approve_payout(${'payoutId'}, ${'approvedBy'}, ${'now'}, ${'completesAt'})`;

export const completeTogether = statement({
  takes: { payoutIds: uuidList, approvedBy: uuid, completesAt: timestamp },
  gives: {},
})`select from ledger.complete_together(${'payoutIds'}, ${'approvedBy'}, ${'completesAt'})`;

export const withdrawApproval = statement({
  takes: { payoutId: uuid, undoneBy: nullable(uuid) },
  gives: decision,
})`select outcome, listener_id as "listenerId", status, processed_at as "processedAt"
   from ledger.undo_approval(${'payoutId'}, ${'undoneBy'})`;

export const completePayout = statement({
  takes: { payoutId: uuid, now: timestamp },
  gives: decision,
})`select outcome, listener_id as "listenerId", status, processed_at as "processedAt"
   from ledger.complete_payout(${'payoutId'}, ${'now'})`;

export const grantFunds = statement({
  takes: { listenerId: uuid, grantedBy: uuid, requestKey: uuid },
  gives: { outcome: text, availableCents: nullable(cents) },
})`select outcome, available_cents as "availableCents"
   from ledger.grant_test_funds(${'listenerId'}, ${'grantedBy'}, ${'requestKey'})`;
