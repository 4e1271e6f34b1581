import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { ServingBound, WishRefusal } from '#contract/reviewing/listening/listening.ts';
import { wishDays } from '#contract/trust/standing/standing-bounds.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import { takesReturningPlace } from '../../music/tracks/panels.ts';
import type { Bounds } from '../../trust/standing/standing-of.ts';
import { mayOpenFrom, openedWithinHours } from './queue-rules.ts';
import { lockPlace } from './queue-store.ts';
import { openedTracks, reviewBehind, wishFacts } from './serving-bounds-store.ts';

/**
 * The limit that keeps this listener from being served another track, if any.
 * @param underWay reviews that will be sent before that track is served
 */
export async function metBound(
  db: Queryable,
  { reviewsADay: most }: Bounds,
  { listenerId, now, underWay = 0 }: { listenerId: string; now: Date; underWay?: number },
): Promise<ServingBound | null> {
  if (!Number.isFinite(most)) return null;
  // Another review is allowed once the oldest of this many latest reviews is a day old.
  const oldest = await reviewBehind.one(db, { listenerId, newer: Math.max(0, most - 1 - underWay) });
  const ends = (oldest?.createdAt.getTime() ?? 0) + dayMilliseconds;
  return ends > now.getTime() ? { bound: 'reviews_a_day', most, endsAt: new Date(ends).toISOString() } : null;
}

interface Wish {
  readonly listenerId: string;
  readonly trackId: string;
  /** The id is that of a blind track, so the listener is returning to it. */
  readonly isHidden: boolean;
  readonly now: Date;
}

/** Why the chosen track is not served to this listener; null if it may be. */
export async function wishRefusal(
  tx: Transaction,
  { wishesADay, wishesOfArtist, hasBounds }: Bounds,
  { listenerId, trackId, isHidden, now }: Wish,
): Promise<WishRefusal | null> {
  const dayAgo = new Date(now.getTime() - dayMilliseconds);
  const since = new Date(now.getTime() - wishDays * dayMilliseconds);
  const facts = await wishFacts.one(tx, { listenerId, trackId, dayAgo, since });
  if (!facts || facts.isGone) return 'track_gone';
  if (facts.isOwn) return 'own_track';
  if (facts.isReviewed) return 'already_reviewed';
  if (facts.isBlind && !isHidden) return 'blind';
  // Locked, so that no one else takes the last place in the meantime.
  const hasPlace = !hasBounds || facts.holdsPlace || (await locksPlace(tx, listenerId, trackId));
  // Without a place it has no reviews assigned, is held, or has others at work on its last reviews.
  if (!hasPlace) return facts.isComplete ? 'all_reviews' : 'not_open';
  if (facts.ofArtist >= wishesOfArtist) return 'artist_this_month';
  return facts.ofDay >= wishesADay ? 'wishes_a_day' : null;
}

const locksPlace = async (tx: Transaction, listenerId: string, trackId: string): Promise<boolean> =>
  (await takesReturningPlace(tx, listenerId, trackId)) ||
  (await lockPlace.one(tx, { trackId })) !== undefined;

interface Wanted {
  readonly listenerId: string;
  readonly trackId: string;
  readonly now: Date;
}

const openedBy = (tx: Transaction, { listenerId, now }: Omit<Wanted, 'trackId'>) =>
  openedTracks.all(tx, { listenerId, since: new Date(now.getTime() - openedWithinHours * 3_600_000) });

/** Whether the listener opened this track recently and can still review it. */
export const hasOpened = async (tx: Transaction, wanted: Wanted): Promise<boolean> =>
  (await openedBy(tx, wanted)).some(({ trackId }) => trackId === wanted.trackId);

/** Whether the listener may not open another track. */
export async function hasOpenedAll(
  tx: Transaction,
  { openedTracks: most }: Bounds,
  wanted: Omit<Wanted, 'trackId'>,
): Promise<boolean> {
  return (await openedBy(tx, wanted)).length >= most;
}

/** @throws Refusal tracks_opened if the listener has opened as many tracks without a review as their standing allows */
export async function refuseOneMoreTrack(
  tx: Transaction,
  { openedTracks: most }: Bounds,
  wanted: Wanted,
): Promise<void> {
  const { trackId, now } = wanted;
  const opened = await openedBy(tx, wanted);
  const from = mayOpenFrom(opened, most, trackId);
  if (from === null) return;
  refuse('tracks_opened', {
    most,
    retryAfterSeconds: Math.max(1, Math.ceil((from.getTime() - now.getTime()) / 1000)),
    lastTrackId: opened.at(-1)?.servedId ?? null,
  });
}
