import type { Answer } from '#contract/call.ts';
import type { nextTrack as nextTrackCall, ServingBound, WishRefusal } from '#contract/listening.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Caller, Client } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordEvidence } from '../relations/record-evidence.ts';
import { type Bounds, boundsOf } from '../standing/bounds-of.ts';
import { beginComparison } from '../versions/comparison.ts';
import { takesKeptPlace } from '../versions/kept-places.ts';
import {
  assignTrack,
  closeAssignment,
  comingAssignment,
  mayBeServed,
  renewLease,
  serveComing,
  trackMeant,
} from './assignment-store.ts';
import { chooseTrack, takeTurn } from './choose-track.ts';
import { keepPlace } from './keep-place.ts';
import { leaseEnd } from './lease-end.ts';
import { anyLapsed, releaseLapsed } from './queue-store.ts';
import { readServedTrack } from './read-served-track.ts';
import { hasOpened, refuseOneMoreTrack } from './refuse-one-more-track.ts';
import { metBound, wishRefusal } from './serving-bounds.ts';
import { returned, type Stay } from './stay-rules.ts';
import { keepStay, stayOf } from './stay-store.ts';
import { type StayOf, stopStay } from './stop-stay.ts';

/** Lapsed leases that one call ends; the rest waits for the next call. */
const lapsedAtOnce = 20;

type Served = Answer<typeof nextTrackCall>;

interface Wish {
  readonly caller: Caller;
  readonly client: Client;
  readonly wantedTrackId: string | undefined;
  readonly now: Date;
  readonly leasedUntil: Date;
}

const nothing: Served = { track: null, bound: null, refusedWish: null };

/**
 * Serves the listener one track under a lease: the wanted one where it may be served, else the one already open, else
 * the one leased ahead, else the next of the queue. Serves none when nothing waits, or when a bound is met.
 * Refuses 'tracks_opened' to who has opened too many tracks without a review.
 */
export async function nextTrack(
  deps: Dependencies,
  caller: Caller,
  client: Client,
  wantedTrackId: string | undefined,
): Promise<Served> {
  const now = deps.clock.now();
  const wish = { caller, client, wantedTrackId, now, leasedUntil: leaseEnd(deps.config, now) };
  const first = await deps.database.transaction((tx) => serveOne(deps, tx, wish, true));
  if (first !== 'leases_lapsed') return first;
  // Not in the listener's own transaction, which would hold on to other people's tracks.
  await deps.database.transaction((tx) => releaseLapsed.run(tx, { now, most: lapsedAtOnce }));
  const second = await deps.database.transaction((tx) => serveOne(deps, tx, wish, false));
  return second === 'leases_lapsed' ? nothing : second;
}

type Wanted = Awaited<ReturnType<typeof trackMeant.only>>;
type Open = NonNullable<Awaited<ReturnType<typeof takeTurn>>>;
const servedOf = (open: Open) => ({ ...open, isProven: open.unlockedAt !== null });

/** Serves one track, or says that lapsed places have to be given back first. */
async function serveOne(
  deps: Dependencies,
  tx: Transaction,
  wish: Wish,
  looksForLapsed: boolean,
): Promise<Served | 'leases_lapsed'> {
  const { caller, wantedTrackId, now } = wish;
  const listenerId = caller.userId;
  const open = await takeTurn(tx, listenerId);
  const isThere = open?.trackStatus === 'active' && (await keepPlace(tx, servedOf(open)));
  const servable = isThere ? open : null;
  const wanted =
    wantedTrackId === undefined
      ? undefined
      : await trackMeant.only(tx, { listenerId, servedId: wantedTrackId });
  if (servable && (wanted === undefined || wanted.trackId === servable.trackId)) {
    return serveAgain(deps, tx, wish, { open: servable, refusedWish: null });
  }
  const bounds = await boundsOf(tx, deps, listenerId);
  const bound = await metBound(tx, bounds, { listenerId, now });
  const refusedWish = await refusalOf(tx, wish, wanted, bounds, bound);
  if (servable && refusedWish) return serveAgain(deps, tx, wish, { open: servable, refusedWish });
  // Nearly always none has, and then nobody needs the transaction that ends them.
  if (looksForLapsed && (await anyLapsed.only(tx, { now })).lapsed) return 'leases_lapsed';
  if (open) {
    const outcome = servable ? 'set_aside' : 'withdrawn';
    await closeAssignment.run(tx, { id: open.id, outcome, now });
    await stopStay(tx, { trackId: open.trackId, listenerId }, stayOf(open), {
      stop: servable ? 'left' : 'lost',
      now,
    });
  }
  if (bound) return { ...nothing, bound, refusedWish };
  if (
    await serveAnother(tx, wish, bounds, refusedWish === null ? (wanted?.trackId ?? undefined) : undefined)
  ) {
    await recordEvidence(tx, deps, { userId: listenerId, client: wish.client, act: 'served' });
  }
  return { ...nothing, track: await readServedTrack(deps, tx, caller, 'served'), refusedWish };
}

/** Why the wanted track is not served; null also when none is wanted. */
async function refusalOf(
  tx: Transaction,
  { caller, wantedTrackId, now }: Wish,
  wanted: Wanted | undefined,
  bounds: Bounds,
  bound: ServingBound | null,
): Promise<WishRefusal | null> {
  if (wanted === undefined || wantedTrackId === undefined) return null;
  if (bound !== null) return 'reviews_a_day';
  const { isHidden } = wanted;
  const trackId = wanted.trackId ?? wantedTrackId;
  const wish = { listenerId: caller.userId, trackId, isHidden, now };
  const refused = await wishRefusal(tx, bounds, wish);
  // The own id of what they hear blind, though others may choose it by now: 'blind' would name the track.
  if (wanted.trackId === null) return refused ?? 'all_reviews';
  // To go back to a track that one has opened is no new choice.
  const isBound = refused === 'artist_this_month' || refused === 'wishes_a_day';
  return isBound && (await hasOpened(tx, wish)) ? null : refused;
}

async function serveAgain(
  deps: Dependencies,
  tx: Transaction,
  { caller, leasedUntil, now }: Wish,
  { open, refusedWish }: { readonly open: Open; readonly refusedWish: WishRefusal | null },
): Promise<Served> {
  const { id, trackId } = open;
  const renewed = renewLease.run(tx, { id, leasedUntil });
  const back = comeBack(tx, { trackId, listenerId: caller.userId }, stayOf(open), now);
  const served = readServedTrack(deps, tx, caller, 'served');
  // A comparison is read by what was found.
  if (!open.isReturning) tx.commitAlong();
  const [track] = await Promise.all([served, renewed, back]);
  return { ...nothing, track, refusedWish };
}

async function comeBack(tx: Transaction, of: StayOf, stay: Stay | undefined, now: Date): Promise<void> {
  const next = stay && returned(stay, now);
  if (next && next !== stay) await keepStay.run(tx, { ...of, ...next });
}

/** Serves the wanted track, else the one leased ahead, else the next of the queue; false when nothing is left. */
async function serveAnother(
  tx: Transaction,
  wish: Wish,
  bounds: Bounds,
  wanted: string | undefined,
): Promise<boolean> {
  const { now, leasedUntil } = wish;
  const listenerId = wish.caller.userId;
  const coming = await comingAssignment.one(tx, { listenerId });
  if (coming && (wanted === undefined || wanted === coming.trackId)) {
    if ((await mayBeServed.only(tx, { listenerId, trackId: coming.trackId })).served) {
      await refuseOneMoreTrack(tx, bounds, { listenerId, trackId: coming.trackId, now });
      await serveComing.run(tx, { id: coming.id, now, leasedUntil });
      if (coming.isReturning) await beginComparison(tx, { listenerId, trackId: coming.trackId }, now);
      return true;
    }
    await closeAssignment.run(tx, { id: coming.id, outcome: 'withdrawn', now });
  }
  const { hasBounds: needsPlace } = bounds;
  const trackId = wanted ?? (await chooseTrack(tx, { listenerId, now, butNot: null, needsPlace }));
  if (trackId === undefined) return false;
  await refuseOneMoreTrack(tx, bounds, { listenerId, trackId, now });
  const isWished = wanted !== undefined && !(await hasOpened(tx, { listenerId, trackId, now }));
  const isReturning = await takesKeptPlace(tx, listenerId, trackId);
  await assignTrack.run(tx, {
    listenerId,
    trackId,
    now,
    leasedUntil,
    isComing: false,
    isWished,
    isReturning,
    needsPlace,
  });
  if (isReturning) await beginComparison(tx, { listenerId, trackId }, now);
  return true;
}
