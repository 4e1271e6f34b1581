import { mostDoubtfulOfOne } from '#contract/trust/standing/standing-bounds.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { mailAdmins, reviewsWaitingMail } from '../../identity/emails/mail-admins.ts';
import { isInCluster } from '../../trust/linked-accounts/linked-accounts.ts';
import { standingOf } from '../../trust/standing/standing-of.ts';
import { approveAutomatically } from './after-decision.ts';
import { judgeReview } from './judge-review.ts';
import { dueReviews, lockDue, manyNewWait, manyOfOneWait, moveDue, setWait } from './judging-store.ts';
import { openHeldPlaces } from './readings-store.ts';
import { longestWait, nextBudget } from './review-wait-rules.ts';
import { isBudgetSpent } from './rewards-today.ts';

/** The most automatic approvals in one run of the job, which runs every minute. */
const atOnce = 500;

type Due = Awaited<ReturnType<typeof dueReviews.only>>;

/**
 * Processes due reviews without a decision, each in its own transaction: approves a doubtful one and judges any other again. A
 * decision made in the meantime is kept, and a review that fails does not block the others.
 */
export async function approveDueReviews(deps: Dependencies): Promise<void> {
  const due = await dueReviews.all(deps.database, { now: deps.clock.now(), most: atOnce });
  const process = (review: Due) =>
    review.waitsFor === 'person'
      ? deps.database.transaction((tx) => approveDoubtful(tx, deps, review))
      : judgeReview(deps, review.id);
  await eachCatching(due, process, 'Some due reviews could not be approved.');
}

/** Opens the places that a press freed, once the rejected review can no longer be appealed. */
export async function openPlacesAfterAppeals({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await openHeldPlaces.run(database, { now: clock.now() });
}

/** Whether too many of the listener's reviews wait, the listener is in a cluster, or too many reviews of New listeners wait. */
async function shouldBeSeen(tx: Transaction, deps: Dependencies, listenerId: string): Promise<boolean> {
  if ((await manyOfOneWait.only(tx, { listenerId, most: mostDoubtfulOfOne })).many) return true;
  if (await isInCluster(tx, listenerId)) return true;
  if ((await standingOf(tx, deps, listenerId)) !== 'new') return false;
  return (await manyNewWait.only(tx, { most: deps.config.newDoubtfulMost })).many;
}

/** Handles a review without a decision in time. If it looks like a flood or a ring, postpones it once and notifies the admins. */
async function approveDoubtful(tx: Transaction, deps: Dependencies, review: Due): Promise<void> {
  const { id, listenerId, createdAt, dueMoved } = review;
  const now = deps.clock.now();
  // An admin may have decided it since it was read, and undone that.
  if (!(await lockDue.one(tx, { id, now }))) return;
  const latest = new Date(createdAt.getTime() + longestWait);
  if (!dueMoved && latest > now && (await shouldBeSeen(tx, deps, listenerId))) {
    await moveDue.run(tx, { id, due: latest });
    await warnOfWaiting(tx, deps);
    return;
  }
  if (await isBudgetSpent(tx, deps, review)) {
    await setWait.run(tx, { id, waitsFor: 'person', due: nextBudget(now) });
  } else await approveAutomatically(tx, deps, { id, listenerId });
}

/** Emails the admins once a day if doubtful reviews wait and are no longer approved automatically. */
async function warnOfWaiting(
  tx: Transaction,
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
): Promise<void> {
  const now = clock.now();
  const mail = reviewsWaitingMail(config.publicUrl);
  await mailAdmins(tx, mail, now, `reviews_waiting:${now.toISOString().slice(0, 10)}`);
}
