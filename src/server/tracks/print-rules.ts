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
/** A term that a print has more often, as of a tone that is held, tells little of where it fits, and would cost the product of both. */
const mostVotesOfTerm = 16;
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
  const offsets = [...votesOf(one, other)]
    .sort(([, a], [, b]) => b - a)
    .slice(0, offsetsTried)
    .map(([offset]) => offset);
  // One loop that is repeated often gives no votes.
  return offsets.length === 0 ? [placeOfLoop(one, other)] : [0, ...offsets];
}

/** Terms of the longest loop that is known by itself: 16 s. */
const longestLoop = 128;

/** Where the beginning of a loop fits best in another one: somewhere within its length. */
function placeOfLoop(one: Int32Array, other: Int32Array): number {
  const beginning = one.subarray(0, longestLoop + leastCompared);
  const rates = Array.from({ length: longestLoop }, (_, offset) => errorRateAt(beginning, other, offset));
  return rates.indexOf(Math.min(...rates));
}

/** How many equal terms speak for each place, at most 16 times as many as a print has. */
export function votesOf(one: Int32Array, other: Int32Array): ReadonlyMap<number, number> {
  const [here, there] = [placesOf(one), placesOf(other)];
  const votes = new Map<number, number>();
  for (const [term, ats] of here) {
    const places = there.get(term) ?? [];
    if (term === silentTerm || Math.max(ats.length, places.length) > mostVotesOfTerm) continue;
    for (const at of ats) for (const place of places) votes.set(place - at, (votes.get(place - at) ?? 0) + 1);
  }
  return votes;
}

const placesOf = (print: Int32Array) => Map.groupBy(print.keys(), (at) => print[at]);

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
  // Counts of two, of four and of eight bits side by side, which the product adds up in its highest byte.
  const twos = term - ((term >>> 1) & 0x5555_5555);
  const fours = (twos & 0x3333_3333) + ((twos >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** A print as it is stored. */
export function packedPrint(print: Int32Array): Buffer {
  const bytes = Buffer.alloc(print.length * termBytes);
  for (const [i, term] of print.entries()) bytes.writeInt32BE(term, i * termBytes);
  return bytes;
}

export const unpackedPrint = (bytes: Buffer): Int32Array =>
  Int32Array.from({ length: bytes.length / termBytes }, (_, i) => bytes.readInt32BE(i * termBytes));
