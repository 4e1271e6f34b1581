import { recordAdminAct } from '../accounts/record-admin-act.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import { outcomeOf, outcomes } from './ledger-outcomes.ts';
import { complete, dueApprovals } from './payout-approvals-store.ts';

/** The job's name; every approval queues it for the end of its time to undo. */
export const completePayoutsJob = 'complete-payouts';
/** The job that sends completed payouts. */
export const sendPayoutsJob = 'send-payouts';

const atOnce = 100;

/** Completes every payout whose time to undo is over, each in its own transaction. */
export async function completePayouts(deps: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  for (;;) {
    const due = await dueApprovals.all(deps.database, { now: deps.clock.now(), most: atOnce });
    for (const { payoutId, approvedBy } of due) await completeOne(deps, payoutId, approvedBy);
    if (due.length < atOnce) return;
  }
}

/** If something prevents the payout by now (a halt, a debt), its approval ends and it returns to the list. */
const completeOne = (
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  payoutId: string,
  approvedBy: string | null,
): Promise<void> =>
  database.transaction(async (tx) => {
    const now = clock.now();
    const { outcome, listenerId } = await complete.only(tx, { payoutId, now });
    const isDone = outcomeOf(outcomes.payoutDecision, outcome) === 'done';
    // It was undone or completed by another server a moment ago.
    if (outcome === 'missing') return;
    const details = { payout: payoutId, ...(isDone ? {} : { stopped: outcome }) };
    const completed = approvedBy === null ? 'payout_approved_by_rule' : 'payout_completed';
    const event = isDone ? completed : 'payout_approval_ended';
    await recordAdminAct(tx, { event, userId: listenerId, actorId: approvedBy, details }, now);
    await enqueue(tx, { name: sendPayoutsJob, payload: {}, key: sendPayoutsJob });
  });
