import { dayMilliseconds } from '#contract/day-milliseconds.ts';

/** A position in one rank of the queue, oldest first. */
interface QueuePlace {
  readonly at: Date;
  readonly id: string;
}

/** For one rank of the queue: the listener's cursor, and the first track from there on. */
export interface QueueLook {
  readonly queueRank: number;
  readonly cursorAt: Date;
  readonly cursorId: string;
  readonly nextAt: Date | null;
  readonly nextId: string | null;
  readonly reopenedSeen: number;
  /** How recently the listener met the artist of the found track. Null if nothing was found. */
  readonly metLately: number | null;
}

export interface ReopenedTrack {
  readonly queueRank: number;
  readonly id: string;
  readonly queueAt: Date;
  readonly seq: number;
  readonly isServable: boolean;
  readonly metLately: number;
}

/** How many tracks of one rank to search for an artist who was not heard recently. */
export const spreadWindow = 32;
const metDays = 30;
/** Artists heard twice within this time are avoided. */
export const metSince = (now: Date): Date => new Date(now.getTime() - metDays * dayMilliseconds);

/** How many reopened tracks of one rank to load at once. */
export const reopenedWindow = 32;

/**
 * The cursor stays this far behind the present: an upload is dated before its commit, so an older one may still appear
 * behind the newest visible one.
 */
const settledMilliseconds = 10 * 60_000;
const firstId = '00000000-0000-0000-0000-000000000000';

export const isBefore = (one: QueuePlace, other: QueuePlace): boolean =>
  one.at.getTime() < other.at.getTime() || (one.at.getTime() === other.at.getTime() && one.id < other.id);

const cursorOf = (look: QueueLook): QueuePlace => ({ at: look.cursorAt, id: look.cursorId });
const nextOf = (look: QueueLook): QueuePlace | undefined =>
  look.nextAt && look.nextId ? { at: look.nextAt, id: look.nextId } : undefined;

/** The next cursor: at the found track, or else at the end of the settled queue. Never moves back. */
export function movedCursor(look: QueueLook, now: Date): QueuePlace {
  const cursor = cursorOf(look);
  const settled = { at: new Date(now.getTime() - settledMilliseconds), id: firstId };
  const next = nextOf(look);
  const reached = next && isBefore(next, settled) ? next : settled;
  return isBefore(cursor, reached) ? reached : cursor;
}

export const hasMoved = (look: QueueLook, to: QueuePlace): boolean => isBefore(cursorOf(look), to);

/** Reopened tracks before this listener's cursor that can be served now. */
const waitingBefore = (look: QueueLook, reopened: readonly ReopenedTrack[]): ReopenedTrack[] =>
  reopened.filter(
    (track) =>
      track.queueRank === look.queueRank &&
      track.isServable &&
      isBefore({ at: track.queueAt, id: track.id }, cursorOf(look)),
  );

export interface NextTrack {
  readonly id: string;
  readonly queueRank: number;
  /** 2: the listener's last track was by the same artist. 1: they met the artist twice in thirty days. 0: neither. */
  readonly metLately: number;
  /**
   * Set if they met its artist too recently: prefer a track by another artist in the same rank, from this position on.
   */
  readonly elsewhereFrom: QueuePlace | null;
}

/**
 * The next track: in the highest rank that has one, the oldest from the cursor on, or one behind the cursor that got a
 * free place since. Among those, the one whose artist the listener met least recently. `looks` are sorted by rank,
 * highest first.
 */
export function chooseNext(
  looks: readonly QueueLook[],
  reopened: readonly ReopenedTrack[],
): NextTrack | undefined {
  for (const look of looks) {
    const { queueRank } = look;
    const waiting = waitingBefore(look, reopened).map(({ id, queueAt, metLately }) => ({
      id,
      at: queueAt,
      metLately,
    }));
    const place = nextOf(look);
    const atHand = [...waiting, ...(place ? [{ ...place, metLately: look.metLately ?? 0 }] : [])];
    const [best] = atHand.sort((a, b) => a.metLately - b.metLately || (isBefore(a, b) ? -1 : 1));
    if (!best) continue;
    const elsewhereFrom = best.metLately > 0 ? (place ?? null) : null;
    return { id: best.id, queueRank, metLately: best.metLately, elsewhereFrom };
  }
  return undefined;
}

/** The last reopening that this listener need not check again: it is not for them, or the cursor will reach it. */
export function seenReopened(look: QueueLook, reopened: readonly ReopenedTrack[]): number {
  const [waiting] = waitingBefore(look, reopened);
  const passed = reopened.filter(
    (track) => track.queueRank === look.queueRank && (!waiting || track.seq < waiting.seq),
  );
  return passed.at(-1)?.seq ?? look.reopenedSeen;
}

export const openedWithinHours = 24;

interface OpenedTrack {
  readonly trackId: string;
  readonly openedAt: Date;
}

/**
 * When the listener may open another track; null means now. A track already open may always continue.
 * @param opened tracks opened in the last 24 hours without a review, earliest first
 */
export function mayOpenFrom(opened: readonly OpenedTrack[], most: number, trackId: string): Date | null {
  if (opened.length < most || opened.some((one) => one.trackId === trackId)) return null;
  const first = opened[opened.length - most];
  return first ? new Date(first.openedAt.getTime() + openedWithinHours * 3_600_000) : null;
}

/** When the next track is likely, by how many got reviews in these days. Null if none did. */
export const likelyAt = (begun: number, days: number, now: Date): Date | null =>
  begun === 0 ? null : new Date(now.getTime() + (days * dayMilliseconds) / begun);

/** When a listener's turn is likely, by how many were admitted recently; null if none were. */
export function turnAt(
  { place, letInLately }: { readonly place: number; readonly letInLately: number },
  days: number,
  now: Date,
): Date | null {
  if (letInLately === 0) return null;
  return new Date(now.getTime() + Math.ceil((place * days) / letInLately) * dayMilliseconds);
}
