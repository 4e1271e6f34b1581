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

type Encoding = Pick<PcmLayout, 'sample' | 'isLittleEndian'> & { readonly bits?: number };

const bigEndian: Encoding = { sample: 'integer', isLittleEndian: false };
/** AIFF-C's names for uncompressed samples; some say how many bits, whatever the file says. */
const encodings: Readonly<Record<string, Encoding>> = {
  NONE: bigEndian,
  twos: bigEndian,
  in24: { ...bigEndian, bits: 24 },
  in32: { ...bigEndian, bits: 32 },
  sowt: { sample: 'integer', isLittleEndian: true },
  '42ni': { sample: 'integer', isLittleEndian: true, bits: 32 },
  'raw ': { sample: 'unsigned', isLittleEndian: false, bits: 8 },
  fl32: { sample: 'float', isLittleEndian: false, bits: 32 },
  FL32: { sample: 'float', isLittleEndian: false, bits: 32 },
  fl64: { sample: 'float', isLittleEndian: false, bits: 64 },
  FL64: { sample: 'float', isLittleEndian: false, bits: 64 },
};

const chunkFormat: ChunkFormat = { isLittleEndian: false };
/** In front of the samples: how far they are from here, and a block size that nobody uses. */
const offsetBytes = 8;

/** The layout of an AIFF or AIFF-C, with chunks in any order. @throws MasterRefused */
export async function readAiff(file: FileWindow): Promise<PcmLayout> {
  const isCompressedForm = textAt(await file.at(8, 4), 0) === 'AIFC';
  let format: SampleFormat | undefined;
  let sound: SoundPlace | undefined;
  for await (const chunk of chunksOf(file, chunkFormat)) {
    if (chunk.name === 'COMM') format ??= formatIn(await file.at(chunk.begin, 22), isCompressedForm);
    if (chunk.name === 'SSND' && !sound?.length) {
      const length = await soundLength(file, chunk, chunkFormat, offsetBytes);
      const start = await file.at(chunk.begin, offsetBytes);
      const before = offsetBytes + (start.byteLength < offsetBytes ? 0 : start.getUint32(0, false));
      sound = { begin: chunk.begin + before, length: Math.max(0, length - before) };
    }
    if (format && sound?.length) break;
  }
  if (!format || !sound) throw new MasterRefused(damaged);
  return checkedLayout({ ...format, ...sound });
}

export const isAiff = (start: DataView): boolean =>
  textAt(start, 0) === 'FORM' && ['AIFF', 'AIFC'].includes(textAt(start, 8));

function formatIn(view: DataView, isCompressedForm: boolean): SampleFormat {
  if (view.byteLength < (isCompressedForm ? 22 : 18)) throw new MasterRefused(damaged);
  const encoding = isCompressedForm ? encodings[textAt(view, 18)] : bigEndian;
  if (!encoding) throw new MasterRefused(compressedInside);
  return {
    // A 20-bit sample is stored in 24 bits.
    bits: Math.ceil(view.getUint16(6, false) / 8) * 8,
    ...encoding,
    channels: view.getUint16(0, false),
    sampleRate: Math.round(extendedAt(view, 8)),
  };
}

/** An 80-bit number (IEEE 754 extended precision), AIFF's format for the sample rate. */
function extendedAt(view: DataView, at: number): number {
  const exponent = (view.getUint16(at, false) & 0x7fff) - 16_383;
  return (
    view.getUint32(at + 2, false) * 2 ** (exponent - 31) +
    view.getUint32(at + 6, false) * 2 ** (exponent - 63)
  );
}
