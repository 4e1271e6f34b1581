import { type ChunkFormat, chunksOf, soundLength } from './chunks.ts';
import type { FileWindow } from './file-window.ts';
import {
  checkedLayout,
  compressedInside,
  damaged,
  MasterRefused,
  type PcmLayout,
  type SampleFormat,
  type SoundPlace,
  textAt,
} from './pcm-layout.ts';

const [plainFormat, floatFormat, extensibleFormat] = [1, 3, 0xfffe];
/** Files over 4 GB, or that might have become as large: a ds64 chunk holds what is too long for the plain fields. */
const longForms = ['RF64', 'BW64'];

/**
 * The layout of a WAV (RIFF, RF64 or BW64): 8 to 32-bit integers and floats, including the extensible format, with
 * chunks in any order. A truncated file, such as after a recorder's power loss, is read as far as it goes.
 * @throws MasterRefused
 */
export async function readWav(file: FileWindow): Promise<PcmLayout> {
  const isLong = longForms.includes(textAt(await file.at(0, 4), 0));
  const chunkFormat: ChunkFormat = {
    isLittleEndian: true,
    ...(isLong && { longLengths: await longLengths(file) }),
  };
  let format: SampleFormat | undefined;
  let sound: SoundPlace | undefined;
  for await (const chunk of chunksOf(file, chunkFormat)) {
    if (chunk.name === 'fmt ') format ??= formatIn(await file.at(chunk.begin, Math.min(chunk.length, 40)));
    if (chunk.name === 'data' && !sound?.length)
      sound = { begin: chunk.begin, length: await soundLength(file, chunk, chunkFormat) };
    if (format && sound?.length) break;
  }
  if (!format || !sound) throw new MasterRefused(damaged);
  return checkedLayout({ ...format, ...sound });
}

export const isWav = (start: DataView): boolean =>
  ['RIFF', ...longForms].includes(textAt(start, 0)) && textAt(start, 8) === 'WAVE';

/** What the ds64 chunk in front says of the data chunk and, in its table, of others (EBU Tech 3306). */
async function longLengths(file: FileWindow): Promise<ReadonlyMap<string, number>> {
  const start = await file.at(12, 8 + 28);
  if (start.byteLength < 36 || textAt(start, 0) !== 'ds64') return new Map();
  const entries = Math.min(start.getUint32(32, true), 1000);
  const table = await file.at(12 + 36, entries * 12);
  const lengths = Array.from(
    { length: Math.floor(table.byteLength / 12) },
    (_, i) => [textAt(table, i * 12), longAt(table, i * 12 + 4)] as const,
  );
  return new Map([...lengths, ['data', longAt(start, 16)]]);
}

const longAt = (view: DataView, at: number): number =>
  view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);

function formatIn(view: DataView): SampleFormat {
  if (view.byteLength < 16) throw new MasterRefused(damaged);
  const tag = view.getUint16(0, true);
  // The extensible format's real format is in the first two bytes of a GUID.
  const format = tag === extensibleFormat && view.byteLength >= 40 ? view.getUint16(24, true) : tag;
  if (format !== plainFormat && format !== floatFormat) throw new MasterRefused(compressedInside);
  const channels = view.getUint16(2, true);
  const bits = storedBits(view.getUint16(14, true), (view.getUint16(12, true) * 8) / channels);
  const integer = bits === 8 ? 'unsigned' : 'integer';
  return {
    channels,
    sampleRate: view.getUint32(4, true),
    sample: format === floatFormat ? 'float' : integer,
    bits,
    isLittleEndian: true,
  };
}

/** Samples of 20 or 24 bits may be stored in more, with zeros below; some programs leave the size of a frame wrong. */
function storedBits(bits: number, inFrame: number): number {
  const whole = Math.ceil(bits / 8) * 8;
  return [8, 16, 24, 32, 64].includes(inFrame) && inFrame > whole ? inFrame : whole;
}
