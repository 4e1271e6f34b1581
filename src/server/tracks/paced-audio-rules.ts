/** Bytes of a file, `from` up to but not with `to`. */
export interface Bytes {
  readonly from: number;
  readonly to: number;
}

/** What has been sent of a track to one listener, and for how long their player has run. */
export interface Delivered {
  readonly byteLength: number;
  readonly durationMs: number;
  /** Joined and in order. */
  readonly delivered: readonly Bytes[];
  /** Milliseconds for which the player has run, by the server's clock. */
  readonly playedMs: number;
  /** Fetched ahead: the listener has not come to this track yet. */
  readonly isComing: boolean;
}

/** One answer that sends audio, as it began and as far as it has come. */
export interface Stream {
  /** Bytes that it may send at once. */
  readonly firstBytes: number;
  readonly startedAtMs: number;
  /** Bytes that the listener did not have before. */
  readonly newBytes: number;
  /** It began before the player ran. */
  readonly isEarly: boolean;
}

/** Sound that may be sent ahead of the time played, in all and at whatever positions. */
const mostAheadSeconds = 45;
/** Sound of a track that may be fetched before it is served; more of it than that counts as opened. */
const openedSeconds = 10;
/** What a stream gets of them, so that there is some for a place sought before playing. */
const earlySeconds = 8;
/** What one stream gets at once: a part of what is left, so that there is some for the next place sought. */
const firstPart = 1 / 3;
const mostFirstSeconds = 15;
const leastFirstSeconds = 4;
/** How much faster than playing a stream goes on, and how far ahead it stays then. */
const growth = 1.25;
const mostStreamAheadSeconds = 20;
/** A browser starts with whole blocks, which of a low bit rate hold many seconds. */
const leastBytes = 128 * 1024;
const leastFirstBytes = 64 * 1024;
/** Sound that is booked in one turn. */
const bookedSeconds = 4;
/** Smaller pieces are not worth a turn, except where one was asked for or a stretch ends. */
const leastPiece = 16 * 1024;
/** A stream that is ahead takes larger pieces in fewer turns: this part of what it is ahead. */
const pieceOfAhead = 1 / 4;
const leastWait = 250;
const mostWait = 4000;

const mostStretches = 1000;
const roundedTo = 64 * 1024;

type Length = Pick<Delivered, 'byteLength' | 'durationMs'>;

const bytesOf = ({ byteLength, durationMs }: Length, seconds: number): number =>
  Math.ceil((seconds * 1000 * byteLength) / Math.max(1, durationMs));

/** Nobody has played it yet: it may be skipped at sight, which opens nothing. */
const isEarly = ({ isComing, playedMs }: Delivered): boolean => isComing || playedMs === 0;

const aheadBytes = (delivered: Delivered): number =>
  isEarly(delivered)
    ? openedBytes(delivered)
    : Math.max(leastBytes, bytesOf(delivered, mostAheadSeconds)) +
      bytesOf(delivered, delivered.playedMs / 1000);

/** Bytes beyond which a track counts as opened. */
export const openedBytes = (length: Length): number => Math.max(leastBytes, bytesOf(length, openedSeconds));

/** Bytes that a stream books in one turn: few enough that what is booked and never sent is soon made up. */
export const bookedAtOnce = (length: Length): number =>
  Math.max(leastFirstBytes, bytesOf(length, bookedSeconds));

export const sizeOf = (stretches: readonly Bytes[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0);

/** Bytes that may still be sent before the player has run on. */
const reserve = (delivered: Delivered): number => aheadBytes(delivered) - sizeOf(delivered.delivered);

/** How a new stream begins. */
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

/** The stream as it runs: a new one, or one that begins in earnest now that the player runs. */
export const runningStream = (delivered: Delivered, stream: Stream | undefined): Stream =>
  stream && (!stream.isEarly || isEarly(delivered)) ? stream : newStream(delivered);

/** Bytes new to the listener that the stream may send now. */
function newBytesNow(delivered: Delivered, { firstBytes, startedAtMs, newBytes }: Stream): number {
  const played = bytesOf(delivered, Math.max(0, delivered.playedMs - startedAtMs) / 1000);
  const most = Math.max(firstBytes, bytesOf(delivered, mostStreamAheadSeconds)) + played;
  const ofStream = Math.min(most, firstBytes + Math.floor(played * growth));
  return Math.max(0, Math.min(ofStream - newBytes, reserve(delivered)));
}

/** Bytes that the stream has sent beyond what was played since it began. */
const aheadOfPlaying = (delivered: Delivered, { newBytes, startedAtMs }: Stream): number =>
  newBytes - bytesOf(delivered, Math.max(0, delivered.playedMs - startedAtMs) / 1000);

const worthwhile = (delivered: Delivered, stream: Stream): number =>
  Math.max(
    leastPiece,
    Math.min(bookedAtOnce(delivered), Math.floor(aheadOfPlaying(delivered, stream) * pieceOfAhead)),
  );

/** The end up to which bytes from `from` on, and not beyond `to`, may be sent now; `from` when the stream has to wait. */
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

/** Bytes that are not among the stretches yet. */
export function newAmong(stretches: readonly Bytes[], { from, to }: Bytes): number {
  const known = stretches.reduce(
    (sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)),
    0,
  );
  return to - from - known;
}

/** The stretches with one more, joined; rounded to blocks of the file when they become too many. */
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
 * How long a stream waits before it asks again: until playing has made room for a piece, and the longer the more often it has
 * waited in vain, as the player may rest.
 */
export function waitMilliseconds(delivered: Delivered, stream: Stream, waits: number): number {
  const missing = worthwhile(delivered, stream) - newBytesNow(delivered, stream);
  const untilThere = (missing * 1000) / bytesOf(delivered, 1);
  return Math.min(mostWait, Math.max(leastWait * 2 ** Math.min(waits - 1, 4), Math.ceil(untilThere)));
}
