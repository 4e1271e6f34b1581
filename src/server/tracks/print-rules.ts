/** Of the terms of a print so many, one in eight, are looked up. Which ones, their bits decide: so a cut at the start changes none. */
const sampledOneIn = 8;
/** Recordings that share fewer of those are not compared. */
export const leastShared = 3;
/** Half a minute of a track that knows no more is too little to tell by: ten seconds. */
const leastCompared = 80;
/**
 * The share of different bits up to which two prints are of one recording: measured .03 when 10 s are cut off, .09 after an
 * equalizer and a compressor, at least .39 for different music.
 */
const mostDifferent = 0.22;
/** Places at which two prints are laid on each other, those with the most equal terms first. */
const offsetsTried = 8;
/** What silence gives, in every print. */
export const silentTerm = 627_964_279;

const termBytes = 4;

/** The terms of a print by which it is found, each once. */
export const sampledTerms = (print: Int32Array): number[] => [...new Set(print)].filter(isSampled);

const isSampled = (term: number): boolean =>
  term !== silentTerm && Math.imul(term ^ (term >>> 15), 0x85eb_ca6b) >>> 0 < 2 ** 32 / sampledOneIn;

/** Whether two prints are of one recording: cut, louder or encoded anew. */
export const isSameRecording = (one: Int32Array, other: Int32Array): boolean =>
  bitErrorRate(one, other) <= mostDifferent;

/** The share of different bits where the two fit best; 1 where nothing is there to compare. Silence tells nothing. */
export function bitErrorRate(one: Int32Array, other: Int32Array): number {
  return Math.min(1, ...likelyOffsets(one, other).map((offset) => errorRateAt(one, other, offset)));
}

/** How far the other is behind, by the terms that both have. */
function likelyOffsets(one: Int32Array, other: Int32Array): number[] {
  const places = Map.groupBy(other.keys(), (at) => other[at]);
  const votes = new Map<number, number>();
  for (const [at, term] of one.entries()) {
    if (term === silentTerm) continue;
    for (const place of places.get(term) ?? []) votes.set(place - at, (votes.get(place - at) ?? 0) + 1);
  }
  return [...votes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, offsetsTried)
    .map(([offset]) => offset);
}

function errorRateAt(one: Int32Array, other: Int32Array, offset: number): number {
  let [compared, different] = [0, 0];
  const end = Math.min(one.length, other.length - offset);
  for (let at = Math.max(0, -offset); at < end; at++) {
    const [a = silentTerm, b = silentTerm] = [one[at], other[at + offset]];
    if (a === silentTerm && b === silentTerm) continue;
    compared += 1;
    different += bitsOf(a ^ b);
  }
  return compared < leastCompared ? 1 : different / (32 * compared);
}

function bitsOf(term: number): number {
  let bits = 0;
  for (let rest = term; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

/** A print as it is stored. */
export function packedPrint(print: Int32Array): Buffer {
  const bytes = Buffer.alloc(print.length * termBytes);
  for (const [i, term] of print.entries()) bytes.writeInt32BE(term, i * termBytes);
  return bytes;
}

export const unpackedPrint = (bytes: Buffer): Int32Array =>
  Int32Array.from({ length: bytes.length / termBytes }, (_, i) => bytes.readInt32BE(i * termBytes));
