import type { z } from 'zod';
import type { restore as restoreCall } from '#contract/operation/reports/takedowns.ts';
import type { Takedown } from '#contract/takedown.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { mailAdmins } from '../../identity/emails/mail-admins.ts';
import { takedownAnsweredMail } from '../../identity/emails/takedown-mails.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { queueRefresh } from '../../insight/verdict/refresh-verdict.ts';
import { lockArtistsOfClosed, reopenSameRecordings } from '../../music/tracks/audio/hold-recording.ts';
import { giveBackTrack, turnClocksOf } from '../../plans/balance/keep-dates.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { notifyOwner } from './notify-owner.ts';
import { reportersOf } from './reports-store.ts';
import {
  askAgain,
  bringTrackBack,
  lockTakedown,
  showReview,
  storeAnswer,
  storeRestored,
  storeUpheld,
  takedownForOwner,
} from './takedowns-store.ts';

/**
 * Stores the owner's answer to a takedown, once, and notifies the admins.
 * @throws Refusal not_found, restored_already, answered_already
 */
export function answerTakedown(
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  ownerId: string,
  takedownId: string,
  answer: string,
): Promise<Takedown> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const taken = await lockTakedown.one(tx, { takedownId });
    if (taken?.ownerId !== ownerId) return refuse('not_found');
    if (taken.restoredAt) refuse('restored_already');
    if (taken.answeredAt) refuse('answered_already');
    await storeAnswer.run(tx, { takedownId, answer, now });
    const mail = takedownAnsweredMail(config.publicUrl, { ...taken, answer });
    await mailAdmins(tx, mail, now, `takedown-answered:${takedownId}`);
    return (await takedownForOwner.only(tx, { thingId: taken.thingId })).takedown;
  });
}

/**
 * Rejects the answer to a takedown, once. The item stays down.
 * @throws Refusal not_found, own_decision, not_answered, already_decided
 */
export function upholdTakedown(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  actorId: string,
  takedownId: string,
  sentence: string,
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const taken = (await lockTakedown.one(tx, { takedownId })) ?? refuse('not_found');
    const reporters = (await reportersOf.all(tx, taken)).map(({ reporterId }) => reporterId);
    await refuseOwn(tx, actorId, [taken.ownerId, taken.artistId, ...reporters]);
    if (taken.restoredAt) refuse('already_decided', { status: 'restored' });
    if (!taken.answeredAt) refuse('not_answered');
    if (taken.upheldAt) refuse('already_decided', { status: 'upheld' });
    const now = deps.clock.now();
    await storeUpheld.run(tx, { takedownId, upheldBy: actorId, sentence, now });
    const details = { [taken.kind]: taken.thingId };
    await recordAdminAct(tx, { event: 'takedown_upheld', userId: taken.ownerId, actorId, details }, now);
    await notifyOwner(tx, deps, { ...taken, takedownId, sentence }, { event: 'upheld' }, now);
  });
}

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
