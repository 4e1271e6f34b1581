import { isRate, MasterRefused, textAt, tooManyChannels, unreadable } from './pcm-layout.ts';

export interface FlacInfo {
  /** Where its first block begins, behind 'fLaC'. */
  readonly begin: number;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Of a sample. */
  readonly bits: number;
  /** Per channel. */
  readonly samples: number;
}

export const isFlac = (view: DataView): boolean => textAt(view, id3Bytes(view)) === 'fLaC';

/** How much of the beginning is an ID3 tag, which some programs write in front. It may have a footer of ten bytes. */
export function id3Bytes(view: DataView): number {
  if (view.byteLength < 10 || !textAt(view, 0).startsWith('ID3')) return 0;
  const footer = (view.getUint8(5) & 0x10) === 0 ? 0 : 10;
  return 10 + footer + [6, 7, 8, 9].reduce((length, at) => length * 128 + (view.getUint8(at) & 0x7f), 0);
}

/**
 * What a FLAC says of itself in its first block (RFC 9639, section 8.2). Throws MasterRefused, also where it does not say how long it
 * is: then nobody could tell whether it is whole.
 */
export function readFlacInfo(beginning: ArrayBuffer): FlacInfo {
  const whole = new DataView(beginning);
  const begin = id3Bytes(whole) + 4;
  if (whole.byteLength < begin + 38 || (whole.getUint8(begin) & 0x7f) !== 0)
    throw new MasterRefused(unreadable);
  const packed = whole.getUint32(begin + 14, false);
  const sampleRate = packed >>> 12;
  const samples = (packed & 0xf) * 2 ** 32 + whole.getUint32(begin + 18, false);
  if (!isRate(sampleRate) || samples === 0) throw new MasterRefused(unreadable);
  const channels = ((packed >>> 9) & 7) + 1;
  if (channels > 2) throw new MasterRefused(tooManyChannels);
  return {
    begin,
    sampleRate,
    channels,
    bits: ((packed >>> 4) & 0x1f) + 1,
    samples,
  };
}
