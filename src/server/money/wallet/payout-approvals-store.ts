import { integer, nullable, text, timestamp, uuid, uuidList } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const decision = {
  outcome: text,
  listenerId: nullable(uuid),
  status: nullable(text),
  processedAt: nullable(timestamp),
};

export const listenerOfPayout = statement({
  takes: { id: uuid },
  gives: { listenerId: uuid },
})`select listener_id as "listenerId" from payout_requests where id = ${'id'}`;

export const reasonOfPayout = statement({
  takes: { id: uuid },
  gives: { reason: nullable(text) },
})`select decision_reason as reason from payout_requests where id = ${'id'}`;

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

/** When an approved payout is completed. */
export const completionOf = statement({
  takes: { payoutId: uuid },
  gives: { completesAt: timestamp },
})`select completes_at as "completesAt" from payout_approvals where payout_id = ${'payoutId'}`;

/** Approvals whose time to undo is over, oldest first. */
export const dueApprovals = statement({
  takes: { now: timestamp, after: timestamp, afterId: uuid, most: integer },
  gives: { payoutId: uuid, approvedBy: nullable(uuid), completesAt: timestamp },
})`select payout_id as "payoutId", approved_by as "approvedBy", completes_at as "completesAt" from payout_approvals
   where completes_at <= ${'now'} and (completes_at, payout_id) > (${'after'}, ${'afterId'}) order by completes_at, payout_id limit ${'most'}::integer`;
