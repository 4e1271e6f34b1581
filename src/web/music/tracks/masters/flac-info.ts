import type { FileWindow } from './file-window.ts';
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

const id3HeaderBytes = 10;

/** How long the ID3 tags at the start are, which some programs write in front of a FLAC. Each may have a footer. */
async function id3Bytes(file: FileWindow): Promise<number> {
  for (let at = 0; ; ) {
    const header = await file.at(at, id3HeaderBytes);
    if (header.byteLength < id3HeaderBytes || !textAt(header, 0).startsWith('ID3')) return at;
    const footer = (header.getUint8(5) & 0x10) === 0 ? 0 : id3HeaderBytes;
    const length = [6, 7, 8, 9].reduce((sum, i) => sum * 128 + (header.getUint8(i) & 0x7f), 0);
    at += id3HeaderBytes + length + footer;
  }
}

/**
 * What a FLAC says of itself in its first block (RFC 9639, section 8.2); null if it is none. Throws MasterRefused, also where it
 * does not say how long it is: then nobody could tell whether it is whole.
 */
export async function readFlacInfo(file: FileWindow): Promise<FlacInfo | null> {
  const tags = await id3Bytes(file);
  const start = await file.at(tags, 4 + 38);
  if (textAt(start, 0) !== 'fLaC') return null;
  if (start.byteLength < 4 + 38 || (start.getUint8(4) & 0x7f) !== 0) throw new MasterRefused(unreadable);
  const packed = start.getUint32(18, false);
  const sampleRate = packed >>> 12;
  const samples = (packed & 0xf) * 2 ** 32 + start.getUint32(22, false);
  if (!isRate(sampleRate) || samples === 0) throw new MasterRefused(unreadable);
  const channels = ((packed >>> 9) & 7) + 1;
  if (channels > 2) throw new MasterRefused(tooManyChannels);
  return {
    begin: tags + 4,
    sampleRate,
    channels,
    bits: ((packed >>> 4) & 0x1f) + 1,
    samples,
  };
}
