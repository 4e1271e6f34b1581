import type { BitReader } from './bit-reader.ts';
import { damaged, MasterRefused } from './pcm-layout.ts';

interface Shape {
  /** Bits of a sample. */
  readonly depth: number;
  /** How many samples. */
  readonly block: number;
}

const fixedPredictors = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]] as const;

/** Decodes one channel of a frame (RFC 9639, section 9.2). */
export function readSubframe(bits: BitReader, shape: Shape, into: Float64Array): void {
  const header = bits.read(8);
  const kind = (header >>> 1) & 0x3f;
  // Lowest bits that are zero in every sample are not written.
  const wasted = (header & 1) === 0 ? 0 : bits.readZeros() + 1;
  const depth = shape.depth - wasted;
  if (header >>> 7 !== 0 || depth < 1) throw new MasterRefused(damaged);
  readSamples(bits, { kind, depth, block: shape.block }, into);
  if (wasted > 0) for (let i = 0; i < shape.block; i++) into[i] = (into[i] ?? 0) * 2 ** wasted;
}

function readSamples(bits: BitReader, shape: Shape & { readonly kind: number }, into: Float64Array): void {
  const { kind, depth, block } = shape;
  const fixed = fixedPredictors[kind - 8];
  if (kind === 0) into.fill(bits.readSigned(depth), 0, block);
  else if (kind === 1) for (let i = 0; i < block; i++) into[i] = bits.readSigned(depth);
  else if (fixed) {
    readFirst(bits, { depth, block: fixed.length }, into);
    predict(bits, { block, weights: fixed, shift: 0 }, into);
  } else if (kind >= 32) {
    const order = kind - 31;
    readFirst(bits, { depth, block: order }, into);
    const precision = bits.read(4) + 1;
    const shift = bits.readSigned(5);
    if (precision === 16 || shift < 0) throw new MasterRefused(damaged);
    const weights = Array.from({ length: order }, () => bits.readSigned(precision));
    predict(bits, { block, weights, shift }, into);
  } else throw new MasterRefused(damaged);
}

/** The samples that a prediction begins with. */
function readFirst(bits: BitReader, { depth, block }: Shape, into: Float64Array): void {
  for (let i = 0; i < block; i++) into[i] = bits.readSigned(depth);
}

interface Prediction {
  readonly block: number;
  /** Of the samples before, the nearest first. */
  readonly weights: readonly number[];
  /** The weighted sum counts in so many halves. */
  readonly shift: number;
}

/** What is written are the differences from a prediction. Sums stay below 2^53, so they are exact. */
function predict(bits: BitReader, { block, weights: given, shift }: Prediction, into: Float64Array): void {
  const order = given.length;
  if (order > block) throw new MasterRefused(damaged);
  readDifferences(bits, { block, order }, into);
  if (order === 0) return;
  const weights = Float64Array.from(given);
  const scale = 2 ** -shift;
  for (let i = order; i < block; i++) {
    let sum = 0;
    for (let back = 0; back < order; back++) sum += (weights[back] ?? 0) * (into[i - 1 - back] ?? 0);
    into[i] = (into[i] ?? 0) + Math.floor(sum * scale);
  }
}

function readDifferences(
  bits: BitReader,
  { block, order }: { block: number; order: number },
  into: Float64Array,
): void {
  const method = bits.read(2);
  const parameterBits = method === 0 ? 4 : 5;
  const parts = 2 ** bits.read(4);
  const length = block / parts;
  if (method > 1 || !Number.isInteger(length) || length < order) throw new MasterRefused(damaged);
  for (let part = 0; part < parts; part++) {
    const [from, to] = [part === 0 ? order : part * length, (part + 1) * length];
    const lower = bits.read(parameterBits);
    if (lower < 2 ** parameterBits - 1) {
      bits.readRice(into, { from, to, lower });
      continue;
    }
    // This part is written plainly.
    const plain = bits.read(5);
    for (let i = from; i < to; i++) into[i] = bits.readSigned(plain);
  }
}
