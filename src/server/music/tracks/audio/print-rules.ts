/**
 * One in eight terms of a fingerprint is indexed. The term's own bits decide which, so trimming the start does not
 * change the selection.
 */
const sampledOneIn = 8;
/** Recordings that share fewer indexed terms are not compared. */
export const leastShared = 3;
/** At most this many recordings are compared with a new one. */
export const mostCompared = 32;
/** Terms that must overlap, ten seconds: less is too little to decide. */
const leastCompared = 80;
/**
 * The largest share of different bits between fingerprints of one recording. Measured: .03 with 10 s cut off, .09 after
 * an equalizer and a compressor, at least .39 for different music.
 */
const mostDifferent = 0.22;
/** Alignments tried per comparison, those with the most equal terms first. */
const offsetsTried = 8;
/**
 * A term that occurs more often, for example in a held tone, says little about the alignment, and the cost grows with
 * the product of both counts.
 */
const mostVotesOfTerm = 16;
/** The term of silence, equal in every fingerprint. */
export const silentTerm = 627_964_279;

const termBytes = 4;

/** The indexed terms of a fingerprint, without duplicates. */
export const sampledTerms = (print: Int32Array): number[] => [...new Set(print)].filter(isSampled);

const isSampled = (term: number): boolean =>
  term !== silentTerm && Math.imul(term ^ (term >>> 15), 0x85eb_ca6b) >>> 0 < 2 ** 32 / sampledOneIn;

/** Whether two fingerprints are of the same recording, even if trimmed, louder or re-encoded. */
export const isSameRecording = (one: Int32Array, other: Int32Array): boolean =>
  bitErrorRate(one, other) <= mostDifferent;

/** The share of different bits at the best alignment; 1 if there is nothing to compare. Silence is ignored. */
export function bitErrorRate(one: Int32Array, other: Int32Array): number {
  return Math.min(1, ...likelyOffsets(one, other).map((offset) => errorRateAt(one, other, offset)));
}

/** Likely offsets of the other recording, by equal terms. */
function likelyOffsets(one: Int32Array, other: Int32Array): number[] {
  const offsets = [...votesOf(one, other)]
    .sort(([, a], [, b]) => b - a)
    .slice(0, offsetsTried)
    .map(([offset]) => offset);
  // A short repeated loop gets no votes.
  return offsets.length === 0 ? [placeOfLoop(one, other)] : [0, ...offsets];
}

/** Terms of the longest loop that is recognized on its own: 16 s. */
const longestLoop = 128;

/** The best alignment of a loop's start within another one, somewhere within its length. */
function placeOfLoop(one: Int32Array, other: Int32Array): number {
  const beginning = one.subarray(0, longestLoop + leastCompared);
  const rates = Array.from({ length: longestLoop }, (_, offset) => errorRateAt(beginning, other, offset));
  return rates.indexOf(Math.min(...rates));
}

/** The number of equal terms for each offset, at most 16 times a fingerprint's length. */
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
  // Counts bits in pairs, nibbles and bytes; the product adds the bytes up in the highest one.
  const twos = term - ((term >>> 1) & 0x5555_5555);
  const fours = (twos & 0x3333_3333) + ((twos >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

export function packedPrint(print: Int32Array): Buffer {
  const bytes = Buffer.alloc(print.length * termBytes);
  for (const [i, term] of print.entries()) bytes.writeInt32BE(term, i * termBytes);
  return bytes;
}

export const unpackedPrint = (bytes: Buffer): Int32Array =>
  Int32Array.from({ length: bytes.length / termBytes }, (_, i) => bytes.readInt32BE(i * termBytes));
