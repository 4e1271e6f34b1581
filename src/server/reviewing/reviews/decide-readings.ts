import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Dependencies } from '../../dependencies.ts';
import { forEach } from '../../foundation/for-each.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { pressState } from './press-review.ts';
import { chooseSpots, dropSpots, lockReading, storeReading } from './readings-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock'>;

export interface ReadingDecision {
  readonly readingIds: readonly string[];
  readonly outcome: 'something' | 'nothing' | 'unread';
}

/** Records what an admin read in many reviews, each by itself. Repeats change nothing. */
export const decideReadings = (
  deps: Needs,
  adminId: string,
  { readingIds, outcome }: ReadingDecision,
): Promise<BulkOutcome> => forEach(readingIds, (id) => decideReading(deps, adminId, id, outcome));

/** @throws Refusal not_found, also while the review is pending; own_decision; already_decided if another admin read it */
function decideReading(
  { database, clock }: Needs,
  adminId: string,
  id: string,
  outcome: ReadingDecision['outcome'],
): Promise<void> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const reading = (await lockReading.one(tx, { id })) ?? refuse('not_found');
    await refuseOwn(tx, adminId, [reading.listenerId, reading.artistId]);
    const { readBy, saysNothing } = reading;
    if (readBy !== null && readBy !== adminId) refuse('already_decided', { status: 'read' });
    if (outcome === 'unread')
      return void (await storeReading.run(tx, { id, readBy: null, readAt: null, saysNothing: false }));
    const isNothing = outcome === 'nothing';
    if (readBy !== null && saysNothing === isNothing) return;
    const hasExpired =
      reading.kind === 'press' && pressState({ ...reading, readAt: null }, now) === 'expired';
    if (readBy === null && hasExpired) refuse('not_found');
    await storeReading.run(tx, { id, readBy: adminId, readAt: now, saysNothing: isNothing });
    const details = { review: reading.reviewId, as: outcome };
    await recordAdminAct(
      tx,
      { event: 'review_read', userId: reading.listenerId, actorId: adminId, details },
      now,
    );
  });
}

/** The job's name in the queue. */
export const chooseSpotChecksJob = 'choose-spot-checks';
/** Days in which a spot check waits, and in which a finding makes a person read all of a listener's reviews. */
const days = { waits: 7, found: 90, widened: 30 } as const;

/** Chooses the day's spot checks. They come after the approval, so no listener waits for them. */
export async function chooseSpotChecks({
  database,
  clock,
  config,
}: Pick<Dependencies, 'database' | 'clock' | 'config'>): Promise<void> {
  const now = clock.now();
  const ago = (count: number) => new Date(now.getTime() - count * dayMilliseconds);
  await dropSpots.run(database, { before: ago(days.waits) });
  if (config.spotChecksADay === 0) return;
  await chooseSpots.run(database, {
    most: config.spotChecksADay,
    dayAgo: ago(1),
    monthAgo: ago(days.widened),
    foundSince: ago(days.found),
    now,
  });
}
