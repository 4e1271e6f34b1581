import type { Answer } from '#contract/call.ts';
import type {
  nextTrack as nextTrackCall,
  ServingBound,
  WishRefusal,
} from '#contract/reviewing/listening/listening.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller, Client } from '../../foundation/caller.ts';
import { leaveOutGuest } from '../../music/circle/leave-out-guests.ts';
import { reservePlace } from '../../plans/balance/reserve-place.ts';
import { recordEvidence } from '../../trust/linked-accounts/record-evidence.ts';
import { type Bounds, boundsOf } from '../../trust/standing/standing-of.ts';
import { takeTurn } from './choose-track.ts';
import { dropAsk } from './empty-queue-store.ts';
import { closeLease, renewLease, trackMeant } from './lease-store.ts';
import { leaseEnd } from './listening-rules.ts';
import { anyLapsed, releaseLapsed } from './queue-store.ts';
import { readServedTrack } from './read-served-track.ts';
import { serveAnother } from './serve-another.ts';
import { hasOpened, hasOpenedAll, metBound, wishRefusal } from './serving-bounds.ts';
import { returned, type Stay } from './stay-rules.ts';
import { saveStay, stayOf } from './stay-store.ts';
import { type StayOf, stopStay } from './stays.ts';
import { readEmptyQueue, serveUnpaid } from './unpaid-listening.ts';
import { takePlaceInLine } from './waiting-list.ts';
import { mostLapsed, readGate } from './waiting-list-store.ts';

/** Expired leases that one call ends; the next call ends more. */
const lapsedAtOnce = 20;

type Served = Answer<typeof nextTrackCall>;

export interface Wish {
  readonly caller: Caller;
  readonly client: Client;
  readonly wantedTrackId: string | undefined;
  /** Accept a track without pay if none waits for a review. */
  readonly unpaid: boolean;
  readonly now: Date;
  readonly leasedUntil: Date;
}

const nothing: Served = { track: null, empty: null, waiting: null, bound: null, refusedWish: null };

/**
 * Serves the listener one track under a lease, the first of: the wanted one if allowed, the open one, the one reserved
 * ahead, the next in the queue, or an unpaid one if that is wanted or open. Serves none if nothing is available, a
 * limit is reached, or new listeners have to wait.
 * @throws Refusal tracks_opened if too many tracks were opened without a review
 */
export async function nextTrack(
  deps: Dependencies,
  caller: Caller,
  client: Client,
  { trackId: wantedTrackId, unpaid = false }: { trackId?: string | undefined; unpaid?: boolean | undefined },
): Promise<Served> {
  const now = deps.clock.now();
  const wish = { caller, client, wantedTrackId, unpaid, now, leasedUntil: leaseEnd(deps.config, now) };
  const first = await deps.database.transaction((tx) => serveOne(deps, tx, wish, true));
  if (first !== 'leases_lapsed') return first;
  // A separate transaction, because the listener's own would hold locks on other tracks.
  await deps.database.transaction((tx) => releaseLapsed.run(tx, { now, most: lapsedAtOnce }));
  const second = await deps.database.transaction((tx) => serveOne(deps, tx, wish, false));
  return second === 'leases_lapsed' ? nothing : second;
}

type Wanted = Awaited<ReturnType<typeof trackMeant.only>>;
type Open = NonNullable<Awaited<ReturnType<typeof takeTurn>>>;

/** What the listener has now, and the track that they want. */
interface Turn {
  readonly open: Open | undefined;
  /** The open track, if it may continue. */
  readonly servable: Open | null;
  /** It is heard without pay: a track to review takes precedence over it. */
  readonly unpaid: Open | null;
  readonly wanted: Wanted | undefined;
}

/** What keeps the listener from another track. */
interface Limits {
  readonly bounds: Bounds;
  readonly gate: Awaited<ReturnType<typeof readGate.only>>;
  readonly bound: ServingBound | null;
  readonly refusedWish: WishRefusal | null;
}

/** Serves one track, or reports that expired leases have to be released first. */
async function serveOne(
  deps: Dependencies,
  tx: Transaction,
  wish: Wish,
  looksForLapsed: boolean,
): Promise<Served | 'leases_lapsed'> {
  const turn = await readTurn(deps, tx, wish);
  const { servable, unpaid, wanted } = turn;
  if (servable && !unpaid && (wanted === undefined || wanted.trackId === servable.trackId)) {
    return serveAgain(deps, tx, wish, { open: servable, refusedWish: null });
  }
  const limits = await readLimits(deps, tx, wish, wanted);
  const { bounds, bound, gate, refusedWish } = limits;
  if (servable && (await keepsOpen(tx, wish, turn, limits))) {
    return serveAgain(deps, tx, wish, { open: servable, refusedWish });
  }
  // There is rarely an expired lease, so usually the transaction that releases them is skipped.
  if (looksForLapsed && (await anyLapsed.only(tx, { now: wish.now })).lapsed) return 'leases_lapsed';
  await leaveOpen(tx, wish, turn);
  if (bound) return { ...nothing, bound, refusedWish };
  if (gate.mustWait && bounds.hasBounds) {
    const { caller, now } = wish;
    return { ...nothing, waiting: await takePlaceInLine(tx, { listenerId: caller.userId, now }) };
  }
  return serveNext(deps, tx, wish, turn, limits);
}

async function readTurn(deps: Dependencies, tx: Transaction, wish: Wish): Promise<Turn> {
  const { wantedTrackId } = wish;
  const listenerId = wish.caller.userId;
  const open = await takeTurn(tx, listenerId);
  const servable = open && (await isServedOn(deps, tx, wish, open)) ? open : null;
  const wanted =
    wantedTrackId === undefined
      ? undefined
      : await trackMeant.only(tx, { listenerId, servedId: wantedTrackId });
  return { open, servable, unpaid: servable?.isUnpaid ? servable : null, wanted };
}

/** Whether the open track may continue: its review may still be sent, or it has a place. */
async function isServedOn(
  deps: Dependencies,
  tx: Transaction,
  { caller, client, now }: Wish,
  open: Open,
): Promise<boolean> {
  if (open.endedFor) return open.sendableUntil !== null && open.sendableUntil > now;
  if (open.trackStatus !== 'active') return false;
  // Who opens a private link to the track meanwhile may finish what they began, and is not served it again once the lease expires.
  const guest = { listenerId: caller.userId, client, trackId: open.trackId };
  if (!open.isUnpaid && open.leasedUntil <= now && (await leaveOutGuest(tx, deps, guest))) return false;
  return (await reservePlace(tx, { ...open, isProven: open.unlockedAt !== null, isSent: false })).isKept;
}

async function readLimits(
  deps: Dependencies,
  tx: Transaction,
  wish: Wish,
  wanted: Wanted | undefined,
): Promise<Limits> {
  const listenerId = wish.caller.userId;
  const bounds = await boundsOf(tx, deps, listenerId);
  const gate = await readGate.only(tx, { listenerId });
  const bound = await metBound(tx, bounds, { listenerId, now: wish.now });
  const refusedWish = await refusalOf(deps, tx, wish, wanted, bounds, bound);
  return { bounds, gate, bound, refusedWish };
}

/** Whether the open track continues although another was asked for: the wish is refused, or nothing to review may replace it. */
async function keepsOpen(
  tx: Transaction,
  { caller: { userId: listenerId }, now }: Wish,
  { unpaid, wanted }: Turn,
  { bounds, bound, gate, refusedWish }: Limits,
): Promise<boolean> {
  if (!unpaid) return refusedWish !== null;
  if (bound !== null || (gate.mustWait && bounds.hasBounds)) return true;
  // For a track of their own choice the refusal names the limit instead, which tells what to do.
  const isWished = wanted !== undefined && refusedWish === null;
  return !isWished && (await hasOpenedAll(tx, bounds, { listenerId, now }));
}

/** Ends the open lease. Unpaid listening ends only once there is a track to review. */
async function leaveOpen(
  tx: Transaction,
  { caller, now }: Wish,
  { open, servable, unpaid }: Turn,
): Promise<void> {
  if (!open || unpaid) return;
  await closeLease.run(tx, { id: open.id, outcome: servable ? 'set_aside' : 'withdrawn', now });
  const stay = { trackId: open.trackId, listenerId: caller.userId };
  await stopStay(tx, stay, stayOf(open), { stop: servable ? 'left' : 'lost', now });
}

/** Serves the next track to review, else one without pay, else tells what the listener can do. */
async function serveNext(
  deps: Dependencies,
  tx: Transaction,
  wish: Wish,
  { unpaid, wanted }: Turn,
  { bounds, gate, refusedWish }: Limits,
): Promise<Served> {
  const { caller, client, now, leasedUntil } = wish;
  const listenerId = caller.userId;
  const isServed = await serveAnother(deps, tx, wish, bounds, {
    wanted: refusedWish === null ? (wanted?.trackId ?? undefined) : undefined,
    isLoose: gate.lapsedInRow >= mostLapsed,
    leaveUnpaid: async () => {
      if (unpaid) await closeLease.run(tx, { id: unpaid.id, outcome: 'set_aside', now });
    },
  });
  if (!isServed && unpaid) return serveAgain(deps, tx, wish, { open: unpaid, refusedWish });
  const hearer = { listenerId, bounds, now, leasedUntil };
  if (!(isServed || (wish.unpaid && (await serveUnpaid(tx, hearer))))) {
    return { ...nothing, empty: await readEmptyQueue(tx, hearer), refusedWish };
  }
  if (isServed) {
    await recordEvidence(tx, deps, { userId: listenerId, client, act: 'served' });
    await dropAsk.run(tx, { listenerId });
  }
  return { ...nothing, track: await readServedTrack(deps, tx, caller, 'served'), refusedWish };
}

/** Why the wanted track is not served; null if it is, or if none is wanted. */
async function refusalOf(
  deps: Dependencies,
  tx: Transaction,
  { caller, client, wantedTrackId, now }: Wish,
  wanted: Wanted | undefined,
  bounds: Bounds,
  bound: ServingBound | null,
): Promise<WishRefusal | null> {
  if (wanted === undefined || wantedTrackId === undefined) return null;
  if (bound !== null) return 'reviews_a_day';
  const { isHidden } = wanted;
  const trackId = wanted.trackId ?? wantedTrackId;
  const listenerId = caller.userId;
  const wish = { listenerId, trackId, isHidden, now };
  const refused =
    (await wishRefusal(tx, bounds, wish)) ??
    ((await leaveOutGuest(tx, deps, { listenerId, client, trackId })) ? 'heard_by_link' : null);
  // The own id of their blind track, even if others may choose it: 'blind' would reveal the track.
  if (wanted.trackId === null) return refused ?? 'all_reviews';
  // Returning to a track that was already opened is not a new choice.
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
  const [track] = await Promise.all([
    readServedTrack(deps, tx, caller, 'served'),
    open.endedFor ? undefined : renewLease.run(tx, { id, leasedUntil }),
    comeBack(tx, { trackId, listenerId: caller.userId }, stayOf(open), now),
  ]);
  return { ...nothing, track, refusedWish };
}

async function comeBack(tx: Transaction, listener: StayOf, stay: Stay | undefined, now: Date): Promise<void> {
  const next = stay && returned(stay, now);
  if (next && next !== stay) await saveStay.run(tx, { ...listener, ...next });
}
