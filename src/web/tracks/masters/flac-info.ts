import { MasterRefused, textAt, unreadable } from './pcm-layout.ts';

export interface FlacInfo {
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Of each channel; 0 where the file does not say. */
  readonly samples: number;
}

export const isFlac = (view: DataView): boolean => textAt(view, 0) === 'fLaC';

/** What a FLAC says of itself in its first block (RFC 9639, section 8.2). Throws MasterRefused. */
export function readFlacInfo(beginning: ArrayBuffer): FlacInfo {
  const view = new DataView(beginning);
  if (view.byteLength < 42 || (view.getUint8(4) & 0x7f) !== 0) throw new MasterRefused(unreadable);
  const packed = view.getUint32(18, false);
  return {
    sampleRate: packed >>> 12,
    channels: ((packed >>> 9) & 7) + 1,
    samples: (packed & 0xf) * 2 ** 32 + view.getUint32(22, false),
  };
}
