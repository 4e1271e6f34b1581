/** Bytes of a file, from `from` up to but not including `to`. */
export interface Bytes {
  readonly from: number;
  readonly to: number;
}

/** What was sent of a track to a listener, and how long their player has run. */
export interface Delivered {
  readonly byteLength: number;
  readonly durationMs: number;
  /** Merged and sorted. */
  readonly delivered: readonly Bytes[];
  /** Milliseconds that the player has run, by the server's clock. */
  readonly playedMs: number;
  /** Preloaded: the listener has not reached this track yet. */
  readonly isComing: boolean;
}

export interface Stream {
  /** Bytes that it may send immediately. */
  readonly firstBytes: number;
  readonly startedAtMs: number;
  /** Bytes that the listener did not have before. */
  readonly newBytes: number;
  readonly isEarly: boolean;
}

/** Seconds of audio that may be sent ahead of playback in total, at any positions. */
const mostAheadSeconds = 45;
/** Seconds that may be preloaded before a track is served. Beyond that it counts as opened. */
const openedSeconds = 10;
/** The part of it for one stream, so that some is left for seeking before playback. */
const earlySeconds = 8;
/** What one stream may send immediately: a share of what is left, so that some remains for the next seek. */
const firstPart = 1 / 3;
const mostFirstSeconds = 15;
const leastFirstSeconds = 4;
/** How much faster than playback a stream continues, and how far ahead it then stays. */
const growth = 1.25;
const mostStreamAheadSeconds = 20;
/** Browsers start with whole blocks, which at low bitrates contain many seconds. */
const leastBytes = 128 * 1024;
const leastFirstBytes = 64 * 1024;
/** Seconds of audio booked at a time. */
const bookedSeconds = 4;
/** Smaller pieces are not worth a booking, unless one was requested or a range ends. */
const leastPiece = 16 * 1024;
/** A stream that is ahead books larger pieces less often: this share of its lead. */
const pieceOfAhead = 1 / 4;
const leastWait = 250;
const mostWait = 4000;

const mostStretches = 1000;
const roundedTo = 64 * 1024;

type Length = Pick<Delivered, 'byteLength' | 'durationMs'>;

const bytesOf = ({ byteLength, durationMs }: Length, seconds: number): number =>
  Math.ceil((seconds * 1000 * byteLength) / Math.max(1, durationMs));

/** Not played yet: it may be skipped right away, which does not count as opened. */
const isEarly = ({ isComing, playedMs }: Delivered): boolean => isComing || playedMs === 0;

const aheadBytes = (delivered: Delivered): number =>
  isEarly(delivered)
    ? openedBytes(delivered)
    : Math.max(leastBytes, bytesOf(delivered, mostAheadSeconds)) +
      bytesOf(delivered, delivered.playedMs / 1000);

/** Beyond this many bytes a track counts as opened. */
export const openedBytes = (length: Length): number => Math.max(leastBytes, bytesOf(length, openedSeconds));

/** Bytes that a stream books at a time: few enough that bytes booked but never sent do not matter. */
export const bookedAtOnce = (length: Length): number =>
  Math.max(leastFirstBytes, bytesOf(length, bookedSeconds));

export const sizeOf = (stretches: readonly Bytes[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0);

const reserve = (delivered: Delivered): number => aheadBytes(delivered) - sizeOf(delivered.delivered);

function newStream(delivered: Delivered): Stream {
  if (isEarly(delivered)) {
    const firstBytes = Math.max(leastBytes, bytesOf(delivered, earlySeconds));
    return { firstBytes, startedAtMs: delivered.playedMs, newBytes: 0, isEarly: true };
  }
  const least = Math.max(leastFirstBytes, bytesOf(delivered, leastFirstSeconds));
  const most = Math.max(leastBytes, bytesOf(delivered, mostFirstSeconds));
  const firstBytes = Math.min(most, Math.max(least, Math.floor(reserve(delivered) * firstPart)));
  return { firstBytes, startedAtMs: delivered.playedMs, newBytes: 0, isEarly: false };
}

/** The current stream: a new one, or one that restarts its allowance now that the player runs. */
export const runningStream = (delivered: Delivered, stream: Stream | undefined): Stream =>
  stream && (!stream.isEarly || isEarly(delivered)) ? stream : newStream(delivered);

function newBytesNow(delivered: Delivered, { firstBytes, startedAtMs, newBytes }: Stream): number {
  const played = bytesOf(delivered, Math.max(0, delivered.playedMs - startedAtMs) / 1000);
  const most = Math.max(firstBytes, bytesOf(delivered, mostStreamAheadSeconds)) + played;
  const ofStream = Math.min(most, firstBytes + Math.floor(played * growth));
  return Math.max(0, Math.min(ofStream - newBytes, reserve(delivered)));
}

const aheadOfPlaying = (delivered: Delivered, { newBytes, startedAtMs }: Stream): number =>
  newBytes - bytesOf(delivered, Math.max(0, delivered.playedMs - startedAtMs) / 1000);

const worthwhile = (delivered: Delivered, stream: Stream): number =>
  Math.max(
    leastPiece,
    Math.min(bookedAtOnce(delivered), Math.floor(aheadOfPlaying(delivered, stream) * pieceOfAhead)),
  );

/** The position up to which bytes from `from` to `to` may be sent now; `from` if the stream has to wait. */
export function mayBeSent(delivered: Delivered, stream: Stream, { from, to }: Bytes): number {
  const most = newBytesNow(delivered, stream);
  let left = most;
  let end = from;
  for (const known of delivered.delivered) {
    if (known.to <= end) continue;
    if (known.from > end) {
      const gap = Math.min(known.from, to) - end;
      if (gap > left) break;
      left -= gap;
    }
    end = Math.min(to, known.to);
    if (end === to) return to;
  }
  const reached = Math.min(to, end + left);
  const isWorthIt = reached === to || end > from || reached - from >= worthwhile(delivered, stream);
  return isWorthIt ? reached : from;
}

export function newAmong(stretches: readonly Bytes[], { from, to }: Bytes): number {
  const known = stretches.reduce(
    (sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)),
    0,
  );
  return to - from - known;
}

/** Adds a range and merges; rounds to blocks of the file if there are too many. */
export function joined(stretches: readonly Bytes[], added: Bytes, byteLength: number): readonly Bytes[] {
  const together = join([...stretches, added]);
  if (together.length <= mostStretches) return together;
  return join(
    together.map(({ from, to }) => ({
      from: from - (from % roundedTo),
      to: Math.min(byteLength, Math.ceil(to / roundedTo) * roundedTo),
    })),
  );
}

function join(stretches: readonly Bytes[]): Bytes[] {
  const result: Bytes[] = [];
  for (const next of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last && next.from <= last.to) {
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    } else result.push(next);
  }
  return result;
}

/**
 * How long a stream waits before it asks again: until playback has made room for a piece, and longer after each
 * unsuccessful wait, because the player may be paused.
 */
export function waitMilliseconds(delivered: Delivered, stream: Stream, waits: number): number {
  const missing = worthwhile(delivered, stream) - newBytesNow(delivered, stream);
  const untilThere = (missing * 1000) / bytesOf(delivered, 1);
  return Math.min(mostWait, Math.max(leastWait * 2 ** Math.min(waits - 1, 4), Math.ceil(untilThere)));
}
