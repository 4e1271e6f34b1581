import {
  checkedLayout,
  chunksOf,
  compressedInside,
  MasterRefused,
  type PcmLayout,
  textAt,
  unreadable,
} from './pcm-layout.ts';

const [plainFormat, floatFormat, extensibleFormat] = [1, 3, 0xfffe];

/**
 * The layout of a WAV (RIFF, or RF64 if large) from its first bytes: 8 to 32-bit integers and floats, including the
 * extensible format. A truncated file, such as after a recorder's power loss, is read as far as it goes.
 * @throws MasterRefused
 */
export function readWav(beginning: ArrayBuffer, fileBytes: number): PcmLayout {
  const view = new DataView(beginning);
  let format: Omit<PcmLayout, 'begin' | 'length'> | undefined;
  for (const { name, begin, length } of chunksOf(view, true)) {
    if (name === 'fmt ') format = formatAt(view, begin, length);
    if (name !== 'data') continue;
    if (!format) break;
    return checkedLayout({ ...format, begin, length: Math.min(length, fileBytes - begin) });
  }
  throw new MasterRefused(unreadable);
}

export const isWav = (view: DataView): boolean =>
  ['RIFF', 'RF64'].includes(textAt(view, 0)) && textAt(view, 8) === 'WAVE';

function formatAt(view: DataView, at: number, length: number) {
  if (length < 16 || at + Math.min(length, 40) > view.byteLength) throw new MasterRefused(unreadable);
  const tag = view.getUint16(at, true);
  // The extensible format's real format is in the first two bytes of a GUID.
  const format = tag === extensibleFormat && length >= 40 ? view.getUint16(at + 24, true) : tag;
  const bits = view.getUint16(at + 14, true);
  if (format !== plainFormat && format !== floatFormat) throw new MasterRefused(compressedInside);
  const integer = bits === 8 ? 'unsigned' : 'integer';
  return {
    channels: view.getUint16(at + 2, true),
    sampleRate: view.getUint32(at + 4, true),
    sample: format === floatFormat ? 'float' : integer,
    bits,
    isLittleEndian: true,
  } as const;
}
