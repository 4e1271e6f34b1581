import { undoSeconds } from '#contract/business-rules.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue, slowQueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { type LedgerOutcome, outcomeOf, outcomes } from './ledger-outcomes.ts';
import { completePayout, storeApproval } from './ledger-store.ts';
import { completionOf, dueApprovals } from './payouts-store.ts';

/** The job's name; every approval queues it for the end of its time to undo. */
export const completePayoutsJob = 'complete-payouts';
/** The job that sends completed payouts. */
export const sendPayoutsJob = 'send-payouts';

interface PayoutApproval {
  readonly payoutId: string;
  /** Null for the rule. */
  readonly approvedBy: string | null;
  /** When it is completed, if not after ten seconds. */
  readonly completesAt?: Date;
}

export interface Approved {
  readonly outcome: LedgerOutcome<'payoutDecision'>;
  readonly listenerId: string | null;
  readonly status: string | null;
  readonly processedAt: Date | null;
  readonly completesAt: Date;
}

/** Until when an approval made now can be undone. */
export const undoEnds = (now: Date): Date => new Date(now.getTime() + undoSeconds * 1000);

/**
 * Approves a pending payout. The server completes it when the time to undo is over, even if the admin's page is closed.
 */
export async function approvePayout(tx: Transaction, approval: PayoutApproval, now: Date): Promise<Approved> {
  const { payoutId, approvedBy, completesAt = undoEnds(now) } = approval;
  const row = await storeApproval.only(tx, { payoutId, approvedBy, now, completesAt });
  const outcome = outcomeOf(outcomes.payoutDecision, row.outcome);
  if (outcome === 'done') await completeAt(tx, completesAt);
  if (outcome !== 'already') return { ...row, outcome, completesAt };
  // Approved before, maybe by someone else.
  const earlier = await completionOf.one(tx, { payoutId });
  return { ...row, outcome, completesAt: earlier?.completesAt ?? completesAt };
}

/** One job per second completes all approvals of that second. */
export const completeAt = (tx: Transaction, completesAt: Date): Promise<void> =>
  enqueue(tx, {
    name: completePayoutsJob,
    payload: {},
    runAt: completesAt,
    key: `${completePayoutsJob}:${Math.floor(completesAt.getTime() / 1000)}`,
  });

const atOnce = 100;

type Needs = Pick<Dependencies, 'database' | 'clock'>;

/** Completes every payout whose time to undo is over, each in its own transaction. One failure does not block the others. */
export const completePayouts = (deps: Needs): Promise<void> =>
  eachCatching(
    allDue(deps),
    ({ payoutId, approvedBy }) => completeOne(deps, payoutId, approvedBy),
    'Some payouts could not be completed.',
  );

/** Oldest first. Those that failed are behind the position, and the next run finds them again. */
async function* allDue({ database, clock }: Needs) {
  let position = { after: new Date(0), afterId: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const due = await dueApprovals.all(database, { ...position, now: clock.now(), most: atOnce });
    yield* due;
    const last = due.at(-1);
    if (last === undefined || due.length < atOnce) return;
    position = { after: last.completesAt, afterId: last.payoutId };
  }
}

/** If something prevents the payout by now (a halt, a debt), its approval ends and it returns to the list. */
const completeOne = (
  { database, clock }: Needs,
  payoutId: string,
  approvedBy: string | null,
): Promise<void> =>
  database.transaction(async (tx) => {
    const now = clock.now();
    const { outcome, listenerId } = await completePayout.only(tx, { payoutId, now });
    const isDone = outcomeOf(outcomes.payoutDecision, outcome) === 'done';
    // It was undone or completed by another server a moment ago.
    if (outcome === 'missing') return;
    const details = { payout: payoutId, ...(isDone ? {} : { stopped: outcome }) };
    const completed = approvedBy === null ? 'payout_approved_by_rule' : 'payout_completed';
    const event = isDone ? completed : 'payout_approval_ended';
    await recordAdminAct(tx, { event, userId: listenerId, actorId: approvedBy, details }, now);
    await enqueue(tx, { name: sendPayoutsJob, payload: {}, key: sendPayoutsJob, queue: slowQueue });
  });
