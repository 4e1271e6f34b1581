/** A place in one rank of the queue: oldest first. */
export interface QueuePlace {
  readonly at: Date;
  readonly id: string;
}

export interface QueueLook {
  readonly queueRank: number;
  readonly cursorAt: Date;
  readonly cursorId: string;
  readonly nextAt: Date | null;
  readonly nextId: string | null;
}

export interface PlacesLook extends QueueLook {
  readonly reopenedSeen: number;
  /** Of what was found: its artist was met too lately. Null where nothing was. */
  readonly isAvoided: boolean | null;
}

export interface ReopenedTrack {
  readonly queueRank: number;
  readonly id: string;
  readonly queueAt: Date;
  readonly seq: number;
  readonly isServable: boolean;
  readonly isAvoided: boolean;
}

/** So many tracks of one rank the choice looks at for an artist who was not met lately. */
export const spreadWindow = 32;
const metDays = 30;
/** Whoever was met twice since then is avoided. */
export const metSince = (now: Date): Date => new Date(now.getTime() - metDays * 24 * 3_600_000);

/** Reopened tracks of one rank that are looked at in one go. */
export const reopenedWindow = 32;

/**
 * A cursor stays this far behind the present: an upload is dated before it is committed, so a younger one may still
 * appear behind the youngest that can be seen.
 */
const settledMilliseconds = 10 * 60_000;
const firstId = '00000000-0000-0000-0000-000000000000';

export const isBefore = (one: QueuePlace, other: QueuePlace): boolean =>
  one.at.getTime() < other.at.getTime() || (one.at.getTime() === other.at.getTime() && one.id < other.id);

const cursorOf = (look: QueueLook): QueuePlace => ({ at: look.cursorAt, id: look.cursorId });
const nextOf = (look: QueueLook): QueuePlace | undefined =>
  look.nextAt && look.nextId ? { at: look.nextAt, id: look.nextId } : undefined;

/** Where the cursor stands after a look: at what was found, else as far as the queue is settled. Never backwards. */
export function movedCursor(look: QueueLook, now: Date): QueuePlace {
  const cursor = cursorOf(look);
  const settled = { at: new Date(now.getTime() - settledMilliseconds), id: firstId };
  const next = nextOf(look);
  const reached = next && isBefore(next, settled) ? next : settled;
  return isBefore(cursor, reached) ? reached : cursor;
}

export const hasMoved = (look: QueueLook, to: QueuePlace): boolean => isBefore(cursorOf(look), to);

/** The reopened tracks that this listener has passed and may be served now. */
const waitingBefore = (look: QueueLook, reopened: readonly ReopenedTrack[]): ReopenedTrack[] =>
  reopened.filter(
    (track) =>
      track.queueRank === look.queueRank &&
      track.isServable &&
      isBefore({ at: track.queueAt, id: track.id }, cursorOf(look)),
  );

/** What the queue offers next. */
export interface NextTrack {
  readonly id: string;
  readonly queueRank: number;
  /** Its artist was met too lately: others of its rank go first, from this place on. */
  readonly elsewhereFrom: QueuePlace | null;
}

/**
 * The next track: the highest rank that has one, there the oldest, be it from the cursor on or one that the cursor has
 * passed and that got a free place since; of those at hand the first whose artist was not met lately. `looks` come with the
 * highest rank first.
 */
export function chooseNext(
  looks: readonly PlacesLook[],
  reopened: readonly ReopenedTrack[],
): NextTrack | undefined {
  for (const look of looks) {
    const { queueRank } = look;
    const waiting = waitingBefore(look, reopened).map(({ id, queueAt, isAvoided }) => ({
      ...{ id, at: queueAt, isAvoided },
    }));
    const place = nextOf(look);
    const next = place && { ...place, isAvoided: look.isAvoided === true };
    const inOrder = [...waiting, ...(next ? [next] : [])].sort((a, b) => (isBefore(a, b) ? -1 : 1));
    const [first] = inOrder;
    if (!first) continue;
    const other = inOrder.find(({ isAvoided }) => !isAvoided);
    if (other) return { id: other.id, queueRank, elsewhereFrom: null };
    return { id: first.id, queueRank, elsewhereFrom: place ?? null };
  }
  return undefined;
}

/** Up to which reopening this listener need not look again: what is not for them, and what the cursor will meet. */
export function seenReopened(look: PlacesLook, reopened: readonly ReopenedTrack[]): number {
  const [waiting] = waitingBefore(look, reopened);
  const passed = reopened.filter(
    (track) => track.queueRank === look.queueRank && (!waiting || track.seq < waiting.seq),
  );
  return passed.at(-1)?.seq ?? look.reopenedSeen;
}
