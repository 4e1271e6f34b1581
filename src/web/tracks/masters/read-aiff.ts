import {
  checkedLayout,
  chunksOf,
  compressedInside,
  MasterRefused,
  type PcmLayout,
  textAt,
  unreadable,
} from './pcm-layout.ts';

type Encoding = Pick<PcmLayout, 'sample' | 'isLittleEndian'>;

const bigEndian: Encoding = { sample: 'integer', isLittleEndian: false };
/** AIFF-C's names for uncompressed samples. */
const encodings: Readonly<Record<string, Encoding>> = {
  NONE: bigEndian,
  twos: bigEndian,
  in24: bigEndian,
  in32: bigEndian,
  sowt: { sample: 'integer', isLittleEndian: true },
  fl32: { sample: 'float', isLittleEndian: false },
  FL32: { sample: 'float', isLittleEndian: false },
  fl64: { sample: 'float', isLittleEndian: false },
  FL64: { sample: 'float', isLittleEndian: false },
};

/** The layout of an AIFF or AIFF-C from its first bytes. @throws MasterRefused */
export function readAiff(beginning: ArrayBuffer, fileBytes: number): PcmLayout {
  const view = new DataView(beginning);
  const isCompressedForm = textAt(view, 8) === 'AIFC';
  let format: Omit<PcmLayout, 'begin' | 'length'> | undefined;
  let sound: { begin: number; length: number } | undefined;
  for (const { name, begin, length } of chunksOf(view, false)) {
    if (name === 'COMM') format = formatAt(view, begin, isCompressedForm);
    if (name === 'SSND' && begin + 8 <= view.byteLength) {
      const offset = view.getUint32(begin, false);
      sound = {
        begin: begin + 8 + offset,
        length: Math.min(length - 8 - offset, fileBytes - begin - 8 - offset),
      };
    }
    if (format && sound) return checkedLayout({ ...format, ...sound });
  }
  throw new MasterRefused(unreadable);
}

export const isAiff = (view: DataView): boolean =>
  textAt(view, 0) === 'FORM' && ['AIFF', 'AIFC'].includes(textAt(view, 8));

function formatAt(view: DataView, at: number, isCompressedForm: boolean) {
  if (at + (isCompressedForm ? 22 : 18) > view.byteLength) throw new MasterRefused(unreadable);
  const encoding = isCompressedForm ? encodings[textAt(view, at + 18)] : bigEndian;
  if (!encoding) throw new MasterRefused(compressedInside);
  return {
    ...encoding,
    channels: view.getUint16(at, false),
    // A 20-bit sample is stored in 24 bits.
    bits: Math.ceil(view.getUint16(at + 6, false) / 8) * 8,
    sampleRate: Math.round(extendedAt(view, at + 8)),
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
