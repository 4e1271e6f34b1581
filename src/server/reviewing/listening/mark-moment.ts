import { isSameMoment } from '#contract/music/tracks/moment-kinds.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { comparisonOf, isBlindStill } from '../../music/tracks/comparison.ts';
import { deleteMoment, hasHeard, insertMoment, readOwnMoments } from './heard-store.ts';
import { openLease } from './lease-store.ts';
import { refuseNotServed } from './served-lease.ts';
import { unpaidMoments } from './unpaid-store.ts';

/**
 * Marks a second of the served track that the listener has heard; repeats change nothing. Returns all of the listener's
 * marks in the track.
 * @throws Refusal not_assigned, track_deleted, choose_first, not_heard, marked_already
 */
export function markMoment(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  servedId: string,
  { kind, atSecond }: Moment,
): Promise<Moment[]> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const { artistId, trackId, isUnpaid, id } = await requireServed(tx, listenerId, servedId);
    const own = isUnpaid ? unpaidMoments : { readOwnMoments, insertMoment };
    const marked = await own.readOwnMoments.all(tx, { trackId, listenerId });
    const near = marked.find((one) => one.kind === kind && isSameMoment(one.atSecond, atSecond));
    if (near?.atSecond === atSecond) return marked;
    if (near) refuse('marked_already');
    if (!(await hasHeard.only(tx, { leaseId: id, trackId, listenerId, atSecond })).heard) refuse('not_heard');
    await own.insertMoment.run(tx, { trackId, listenerId, artistId, kind, atSecond, now });
    return own.readOwnMoments.all(tx, { trackId, listenerId });
  });
}

/** Removes a mark, if it exists. @throws Refusal not_assigned, track_deleted, choose_first */
export function unmarkMoment(
  { database }: Pick<Dependencies, 'database'>,
  listenerId: string,
  servedId: string,
  { kind, atSecond }: Moment,
): Promise<Moment[]> {
  return database.transaction(async (tx) => {
    const { trackId, isUnpaid } = await requireServed(tx, listenerId, servedId);
    const own = isUnpaid ? unpaidMoments : { readOwnMoments, deleteMoment };
    await own.deleteMoment.run(tx, { trackId, listenerId, kind, atSecond });
    return own.readOwnMoments.all(tx, { trackId, listenerId });
  });
}

/** Locks the served track's lease, which serializes a listener's marks. */
async function requireServed(tx: Transaction, listenerId: string, servedId: string) {
  const open = await openLease.one(tx, { listenerId });
  if (open?.servedId !== servedId || open.trackStatus !== 'active' || open.endedFor) {
    return refuseNotServed(tx, listenerId, servedId);
  }
  // Marks of the new version, or a refusal because it was not heard, would reveal the side.
  if (isBlindStill(await comparisonOf(tx, { listenerId, ...open }))) refuse('choose_first');
  return open;
}
