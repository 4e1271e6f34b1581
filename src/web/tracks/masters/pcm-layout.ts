/** The layout of samples in an uncompressed file. */
export interface PcmLayout {
  readonly channels: number;
  /** Hertz. */
  readonly sampleRate: number;
  readonly sample: 'integer' | 'float' | 'unsigned';
  /** Bits per stored sample: 8, 16, 24 or 32; for floats also 64. */
  readonly bits: number;
  readonly isLittleEndian: boolean;
  /** Where the samples start, and their length in bytes. */
  readonly begin: number;
  readonly length: number;
}

/** Why a master cannot be converted, as a text for people. */
export class MasterRefused extends Error {
  override readonly name = 'MasterRefused';
}

export const unreadable = 'This file can’t be read. Export it again as WAV, AIFF or FLAC, or upload an MP3.';
export const damaged = 'This file is damaged or incomplete. Export it again, or upload an MP3.';
export const compressedInside =
  'This file contains compressed audio. Export it again as plain WAV, AIFF or FLAC, or upload an MP3.';
export const tooManyChannels = 'This file has more than two channels. Export a stereo mix.';
const [slowest, fastest] = [8000, 384_000];

/** Whether sound of so many samples a second can be encoded. */
export const isRate = (sampleRate: number): boolean => sampleRate >= slowest && sampleRate <= fastest;

export const bytesOfFrame = ({ channels, bits }: PcmLayout): number => (channels * bits) / 8;

/** Checks that the layout can be encoded. @throws MasterRefused */
export function checkedLayout(layout: PcmLayout): PcmLayout {
  const { channels, sampleRate, sample, bits } = layout;
  if (channels > 2) throw new MasterRefused(tooManyChannels);
  const sizes = sample === 'float' ? [32, 64] : sample === 'unsigned' ? [8] : [8, 16, 24, 32];
  const isReadable = channels >= 1 && sizes.includes(bits) && isRate(sampleRate);
  if (!isReadable) throw new MasterRefused(unreadable);
  if (layout.length < bytesOfFrame(layout)) throw new MasterRefused(unreadable);
  return layout;
}

export const textAt = (view: DataView, at: number): string =>
  at + 4 > view.byteLength
    ? ''
    : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4));

interface Chunk {
  readonly name: string;
  readonly begin: number;
  readonly length: number;
}

/** The chunks of a RIFF or IFF file within the given bytes; chunks with an odd length are padded. */
export function* chunksOf(view: DataView, isLittleEndian: boolean): Generator<Chunk> {
  let at = 12;
  while (at + 8 <= view.byteLength) {
    const length = view.getUint32(at + 4, isLittleEndian);
    yield { name: textAt(view, at), begin: at + 8, length };
    at += 8 + length + (length % 2);
  }
}
