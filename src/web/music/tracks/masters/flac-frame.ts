import type { BitReader } from './bit-reader.ts';
import { crc8, crc16 } from './flac-checksums.ts';
import type { FlacInfo } from './flac-info.ts';
import { readSubframe } from './flac-subframe.ts';
import { damaged, MasterRefused, textAt } from './pcm-layout.ts';

/** Of each channel; no frame has more. */
export const mostBlockSamples = 65_536;

/** Hertz by code: 0 is the rate of the whole file, and 12 to 14 are written out. */
const sampleRates = [
  0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
] as const;
const bitDepths = [0, 8, 12, -1, 16, 20, 24, 32] as const;
const [leftAndSide, sideAndRight, middleAndSide] = [8, 9, 10];

/** A frame's samples by channel, in memory that the next one uses again. */
export type FrameSamples = readonly [Float64Array, Float64Array];

export const frameSamples = (): FrameSamples => [
  new Float64Array(mostBlockSamples),
  new Float64Array(mostBlockSamples),
];

/**
 * Decodes the next frame (RFC 9639, section 9), of one channel or two, as whole numbers.
 * @returns how many samples of each channel. Throws MasterRefused where a checksum does not hold
 */
export function readFrame(bits: BitReader, info: FlacInfo, into: FrameSamples): number {
  const begin = bits.byte;
  const { block, assignment } = readHeader(bits, info);
  const sides = into.slice(0, info.channels);
  for (const [channel, samples] of sides.entries()) {
    // The difference of two channels takes a bit more.
    const isSide =
      channel === 0 ? assignment === sideAndRight : [leftAndSide, middleAndSide].includes(assignment);
    readSubframe(bits, { depth: info.bits + (isSide ? 1 : 0), block }, samples);
  }
  bits.toByte();
  if (crc16(bits.bytes, begin, bits.byte) !== bits.read(16)) throw new MasterRefused(damaged);
  if (assignment >= leftAndSide) toLeftAndRight(into, { assignment, block });
  return block;
}

/** Whether another frame or another FLAC begins here, and not only tags. */
export function isMoreSound(bits: BitReader, info: FlacInfo): boolean {
  if (textAt(new DataView(bits.bytes.buffer), bits.byte) === 'fLaC') return true;
  try {
    readHeader(bits, info);
    return true;
  } catch (error) {
    if (error instanceof MasterRefused) return false;
    throw error;
  }
}

function readHeader(bits: BitReader, info: FlacInfo) {
  const begin = bits.byte;
  if (bits.read(15) !== 0b111_1111_1111_1100) throw new MasterRefused(damaged);
  // Whether blocks may differ in their length; each says its own.
  bits.read(1);
  const blockCode = bits.read(4);
  const rateCode = bits.read(4);
  const assignment = bits.read(4);
  const depth = bitDepths[bits.read(3)] || info.bits;
  bits.read(1);
  const channels = assignment < leftAndSide ? assignment + 1 : 2;
  const isKnown = blockCode > 0 && rateCode < 15 && assignment <= middleAndSide;
  if (!isKnown || depth !== info.bits || channels !== info.channels) throw new MasterRefused(damaged);
  skipNumber(bits);
  const block = blockSamples(bits, blockCode);
  const rate = sampleRate(bits, rateCode) || info.sampleRate;
  const isWhole = crc8(bits.bytes, begin, bits.byte) === bits.read(8);
  if (!isWhole || rate !== info.sampleRate) throw new MasterRefused(damaged);
  return { block, assignment };
}

/** The frame's number, written like a letter of UTF-8. */
function skipNumber(bits: BitReader): void {
  const ones = Math.clz32(~(bits.read(8) << 24));
  for (let more = 1; more < ones; more++) bits.read(8);
}

function blockSamples(bits: BitReader, code: number): number {
  if (code === 1) return 192;
  if (code <= 5) return 144 * 2 ** code;
  if (code === 6) return bits.read(8) + 1;
  return code === 7 ? bits.read(16) + 1 : 2 ** code;
}

/** In hertz. */
function sampleRate(bits: BitReader, code: number): number {
  if (code === 12) return bits.read(8) * 1000;
  if (code > 12) return bits.read(16) * (code === 13 ? 1 : 10);
  return sampleRates[code] ?? 0;
}

function toLeftAndRight(
  [first, second]: FrameSamples,
  { assignment, block }: { assignment: number; block: number },
) {
  for (let i = 0; i < block; i++) {
    const a = first[i] ?? 0;
    const b = second[i] ?? 0;
    if (assignment === leftAndSide) second[i] = a - b;
    else if (assignment === sideAndRight) first[i] = a + b;
    else {
      const sum = 2 * a + Math.abs(b % 2);
      first[i] = (sum + b) / 2;
      second[i] = (sum - b) / 2;
    }
  }
}
