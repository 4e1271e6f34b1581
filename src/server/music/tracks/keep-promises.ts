import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { giveBack } from '../../plans/give-back.ts';
import { recountSupply } from '../../plans/recount-supply.ts';
import { runningPlan } from '../../plans/running-plan.ts';
import { endHolds } from './holds-store.ts';
import { mailMissedPromiseJob } from './mail-missed-promise.ts';
import { missedPlaces } from './promise-rules.ts';
import {
  anyOverBudget,
  closeKept,
  countDelivered,
  duePromises,
  lockDuePromise,
  lockPoolOf,
  markLate,
  settlePromise,
  takeFromPool,
  turnClocks,
} from './promises-store.ts';

/** The job that keeps track of promised dates. */
export const keepPromisesJob = 'keep-promises';

/** A track may count as late from this many hours before its date. */
const lateHours = 72;
/** With fewer reviews approved on the platform in 14 days, late tracks get no priority. */
const leastApproved = 20;
/** Tracks per run; the next run continues. */
const mostOfRun = 1000;

type Needs = Pick<Dependencies, 'database' | 'clock'>;

/**
 * Recounts the supply, ends expired holds, pauses and resumes promises, closes kept ones, marks late tracks, and
 * returns what missed dates owe.
 */
export async function keepPromises({ database, clock }: Needs): Promise<void> {
  const now = clock.now();
  await recountSupply(database, now);
  const { isBudgetSpent } = await anyOverBudget.only(database, {});
  await endHolds.run(database, { now });
  await turnClocks.run(database, { isBudgetSpent, now });
  await closeKept.run(database, {});
  const until = new Date(now.getTime() + lateHours * 3_600_000);
  await markLate.run(database, { now, until, leastApproved });
  await eachCatching(
    await duePromises.all(database, { now, most: mostOfRun }),
    (due) => database.transaction((tx) => settleDue(tx, due, now)),
    'Some promises could not be settled.',
  );
}

/** Settles a promise whose date has passed, once: it was kept, or the upload and the missing reviews are returned. */
async function settleDue(
  tx: Transaction,
  { trackId, artistId }: { trackId: string; artistId: string },
  now: Date,
): Promise<void> {
  // Plan, pool, track: the order in which uploads lock them.
  await runningPlan(tx, artistId, now);
  const pool = await lockPoolOf.one(tx, { trackId });
  const track = await lockDuePromise.one(tx, { trackId, now });
  if (!track) return;
  const { delivered } = await countDelivered.only(tx, { trackId });
  const { reviewTarget } = track;
  if (delivered >= reviewTarget) {
    await settlePromise.run(tx, { trackId, promise: 'kept', reviewTarget });
    return;
  }
  const { reviews, moved } = missedPlaces({ ...track, delivered, houseLeft: pool?.houseLeft ?? 0 });
  const given = { trackId, artistId, reviews, moved, periodStart: pool?.periodStart ?? null, now };
  // Once per track: a wrong takedown may have returned it already.
  if (!(await giveBack(tx, given))) {
    await settlePromise.run(tx, { trackId, promise: 'missed', reviewTarget });
    return;
  }
  await settlePromise.run(tx, { trackId, promise: 'missed', reviewTarget: reviewTarget - moved });
  if (pool) await takeFromPool.run(tx, { id: pool.id, reviews: reviews - moved });
  await enqueue(tx, {
    name: mailMissedPromiseJob,
    payload: { trackId },
    key: `${mailMissedPromiseJob}:${trackId}`,
  });
}
