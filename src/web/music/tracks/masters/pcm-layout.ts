/** How an uncompressed file stores its samples. */
export interface SampleFormat {
  readonly channels: number;
  /** Hertz. */
  readonly sampleRate: number;
  readonly sample: 'integer' | 'float' | 'unsigned';
  /** Bits per stored sample: 8, 16, 24 or 32; for floats also 64. */
  readonly bits: number;
  readonly isLittleEndian: boolean;
}

/** Where the samples start, and their length in bytes. */
export interface SoundPlace {
  readonly begin: number;
  readonly length: number;
}

/** The layout of samples in an uncompressed file. */
export interface PcmLayout extends SampleFormat, SoundPlace {}

/** Why a master cannot be converted, as a text for people. */
export class MasterRefused extends Error {
  override readonly name = 'MasterRefused';
}

export const unreadable = 'This file can’t be read. Export it again as WAV, AIFF or FLAC, or upload an MP3.';
export const wave64 =
  'This is a Wave64 file, which can’t be read. Export it as WAV, AIFF or FLAC, or upload an MP3.';
export const noSound = 'This file contains no audio. Export it again, or upload an MP3.';
export const unusualFormat =
  'This file has an unusual sample rate or bit depth. Export it again, for example with 44.1 kHz and 24 bits.';
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
  if (channels < 1) throw new MasterRefused(damaged);
  if (!sizes.includes(bits) || !isRate(sampleRate)) throw new MasterRefused(unusualFormat);
  if (layout.length < bytesOfFrame(layout)) throw new MasterRefused(noSound);
  return layout;
}

export const textAt = (view: DataView, at: number): string =>
  at + 4 > view.byteLength
    ? ''
    : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4));
