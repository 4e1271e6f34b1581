import { MasterRefused, textAt, unreadable } from './pcm-layout.ts';

export interface FlacInfo {
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Of each channel. */
  readonly samples: number;
}

export const isFlac = (view: DataView): boolean => textAt(view, 0) === 'fLaC';

/**
 * What a FLAC says of itself in its first block (RFC 9639, section 8.2). Throws MasterRefused, also where it does not say how long it
 * is: decoded whole it might take all memory.
 */
export function readFlacInfo(beginning: ArrayBuffer): FlacInfo {
  const view = new DataView(beginning);
  if (view.byteLength < 42 || (view.getUint8(4) & 0x7f) !== 0) throw new MasterRefused(unreadable);
  const packed = view.getUint32(18, false);
  const sampleRate = packed >>> 12;
  const samples = (packed & 0xf) * 2 ** 32 + view.getUint32(22, false);
  if (sampleRate === 0 || samples === 0) throw new MasterRefused(unreadable);
  return { sampleRate, channels: ((packed >>> 9) & 7) + 1, samples };
}
