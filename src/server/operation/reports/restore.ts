import type { z } from 'zod';
import type { restore as restoreCall } from '#contract/operation/reports/takedowns.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { queueRefresh } from '../../insight/verdict/refresh-verdict.ts';
import { lockArtistsOfClosed, reopenSameRecordings } from '../../music/tracks/audio/hold-recording.ts';
import { giveBackTrack, turnClocksOf } from '../../plans/balance/keep-dates.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { notifyOwner } from './notify-owner.ts';
import { reportersOf } from './reports-store.ts';
import { askAgain, bringTrackBack, lockTakedown, showReview, storeRestored } from './takedowns-store.ts';

type Decision = z.output<typeof restoreCall.body>;
type Taken = Awaited<ReturnType<typeof lockTakedown.only>>;

/**
 * Restores what was taken down, once. The promised date of a track moves by the length of the pause. If the takedown was a
 * mistake, the artist gets back the upload and the reviews that the track still lacks. Opens the same-recording entries again
 * that the takedown closed.
 * @throws Refusal not_found, own_decision, already_decided, track_deleted
 */
export function restore(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  actorId: string,
  takedownId: string,
  { as, sentence }: Decision,
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const taken = (await lockTakedown.one(tx, { takedownId })) ?? refuse('not_found');
    const reporters = (await reportersOf.all(tx, taken)).map(({ reporterId }) => reporterId);
    // Entries before tracks, as a takedown locks both.
    const others = await lockArtistsOfClosed(tx, takedownId);
    await refuseOwn(tx, actorId, [taken.ownerId, taken.artistId, ...reporters, ...others]);
    if (taken.restoredAt) refuse('already_decided', { status: 'restored' });
    const now = deps.clock.now();
    const reviews = await bringBack(tx, taken, as, now);
    await reopenSameRecordings(tx, { takedownId, trackId: taken.trackId, now });
    await storeRestored.run(tx, { takedownId, restoredBy: actorId, restoredAs: as, sentence, now });
    const details = { [taken.kind]: taken.thingId, as };
    await recordAdminAct(tx, { event: 'takedown_undone', userId: taken.ownerId, actorId, details }, now);
    const givenBack = reviews === null ? null : { reviews };
    await notifyOwner(tx, deps, { ...taken, takedownId, sentence }, { event: 'restored', givenBack }, now);
  });
}

/** How many reviews were refunded; null if nothing was. */
async function bringBack(
  tx: Transaction,
  { kind, thingId, trackId, artistId }: Taken,
  as: Decision['as'],
  now: Date,
): Promise<number | null> {
  if (kind === 'review') {
    await showReview.run(tx, { thingId });
    await queueRefresh(tx, trackId, null);
    return null;
  }
  if (kind === 'question') {
    if ((await askAgain.run(tx, { thingId })) === 0) refuse('not_found');
    return null;
  }
  // It locks the artist, who is locked before the track.
  const given = as === 'mistake' ? await giveBackTrack(tx, { trackId, artistId, now }) : null;
  if ((await bringTrackBack.run(tx, { thingId })) === 0) refuse('track_deleted');
  await turnClocksOf(tx, trackId, now);
  return given;
}
