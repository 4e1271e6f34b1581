import type { Transaction } from '../../adapters/database/database.ts';
import { invitedTrack, takesReturningPlace } from '../../music/tracks/panels.ts';
import { openLease } from './lease-store.ts';
import {
  chooseNext,
  hasMoved,
  metSince,
  movedCursor,
  type NextTrack,
  reopenedWindow,
  seenReopened,
  spreadWindow,
} from './queue-rules.ts';
import {
  lockCursors,
  lockPlace,
  movePlacesCursor,
  nextActive,
  nextOfAnother,
  nextWithPlaces,
  oldestSkip,
  reopenedTracks,
  startCursors,
} from './queue-store.ts';

export interface Choice {
  readonly listenerId: string;
  readonly now: Date;
  /** The track being served while the next one is chosen. It is excluded, and the cursors do not move. */
  readonly butNot: string | null;
  /** False for test and sample accounts, which may also get tracks without a free place. */
  readonly needsPlace: boolean;
}

/** Waits until no other request of this listener is choosing a track, then returns the open lease. */
export async function takeTurn(tx: Transaction, listenerId: string) {
  const [cursors, open] = await Promise.all([
    lockCursors.all(tx, { listenerId }),
    openLease.one(tx, { listenerId }),
  ]);
  if (cursors.length > 0) return open;
  // Without cursors there was no row to lock.
  await startCursors.run(tx, { listenerId });
  await lockCursors.all(tx, { listenerId });
  return openLease.one(tx, { listenerId });
}

/**
 * Chooses the listener's next track: a new version to compare, else one with a free place, which is locked,
 * skipped tracks last. Never serves more paid listeners than a track has places. Undefined if nothing is left.
 */
export async function chooseTrack(tx: Transaction, choice: Choice): Promise<string | undefined> {
  const first = (await chooseInvited(tx, choice)) ?? (await chooseWithPlace(tx, choice));
  if (first !== undefined) return first;
  const active = choice.needsPlace ? undefined : await nextActive.one(tx, choice);
  return active?.id ?? chooseSkipped(tx, choice);
}

async function chooseSkipped(tx: Transaction, choice: Choice): Promise<string | undefined> {
  const skipped = await oldestSkip.one(tx, choice);
  if (!skipped || !choice.needsPlace) return skipped?.id;
  return (await lockPlace.one(tx, { trackId: skipped.id })) ? skipped.id : chooseSkipped(tx, choice);
}

async function chooseInvited(
  tx: Transaction,
  { listenerId, butNot, now }: Choice,
): Promise<string | undefined> {
  const trackId = await invitedTrack(tx, { listenerId, butNot }, now);
  // The last place for returning reviewers may be taken by now.
  return trackId !== undefined && (await takesReturningPlace(tx, listenerId, trackId)) ? trackId : undefined;
}

async function chooseWithPlace(tx: Transaction, choice: Choice): Promise<string | undefined> {
  const { listenerId, butNot, now } = choice;
  const asked = { listenerId, butNot, metSince: metSince(now) };
  const [looks, reopened] = await Promise.all([
    nextWithPlaces.all(tx, asked),
    reopenedTracks.all(tx, { ...asked, most: reopenedWindow }),
  ]);
  let movedOn = false;
  const moves: Promise<number>[] = [];
  for (const look of looks) {
    const to = movedCursor(look, now);
    const reopenedSeen = seenReopened(look, reopened);
    const isLookedThrough = reopenedSeen > look.reopenedSeen;
    if (butNot !== null || !(hasMoved(look, to) || isLookedThrough)) continue;
    movedOn ||= isLookedThrough;
    const { queueRank } = look;
    moves.push(movePlacesCursor.run(tx, { listenerId, queueRank, at: to.at, id: to.id, reopenedSeen }));
  }
  await Promise.all(moves);
  const next = chooseNext(looks, reopened);
  if (next === undefined) return movedOn ? chooseWithPlace(tx, choice) : undefined;
  const chosen = await spread(tx, asked, next);
  // The last place may be taken by now, so read the queue again.
  return (await lockPlace.one(tx, { trackId: chosen })) ? chosen : chooseWithPlace(tx, choice);
}

/**
 * The track itself, or if the listener met its artist too recently, another within the window whose artist they met
 * longer ago.
 */
async function spread(
  tx: Transaction,
  asked: { readonly listenerId: string; readonly butNot: string | null; readonly metSince: Date },
  { id, queueRank, metLately, elsewhereFrom }: NextTrack,
): Promise<string> {
  if (elsewhereFrom === null) return id;
  const { at: fromAt, id: fromId } = elsewhereFrom;
  const window = { queueRank, fromAt, fromId, among: spreadWindow };
  const other = await nextOfAnother.one(tx, { ...asked, ...window, below: metLately });
  return other?.id ?? id;
}
