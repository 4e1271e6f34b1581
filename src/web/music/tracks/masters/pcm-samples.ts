import { bytesOfFrame, type PcmLayout } from './pcm-layout.ts';

/** Samples of every channel from -1 to 1, from whole frames of a file. */
export function samplesOf(bytes: ArrayBuffer, layout: PcmLayout): Float32Array[] {
  const view = new DataView(bytes);
  const frames = Math.floor(bytes.byteLength / bytesOfFrame(layout));
  const read = readerOf(view, layout);
  const step = layout.bits / 8;
  return Array.from({ length: layout.channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    let at = channel * step;
    for (let i = 0; i < frames; i++, at += step * layout.channels) samples[i] = read(at);
    return samples;
  });
}

function readerOf(view: DataView, { sample, bits, isLittleEndian }: PcmLayout): (at: number) => number {
  if (sample === 'float') {
    return bits === 64
      ? (at) => clipped(view.getFloat64(at, isLittleEndian))
      : (at) => clipped(view.getFloat32(at, isLittleEndian));
  }
  if (sample === 'unsigned') return (at) => (view.getUint8(at) - 128) / 128;
  switch (bits) {
    case 8:
      return (at) => view.getInt8(at) / 2 ** 7;
    case 16:
      return (at) => view.getInt16(at, isLittleEndian) / 2 ** 15;
    case 24:
      return isLittleEndian
        ? (at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 2 ** 23
        : (at) => ((view.getInt16(at, false) << 8) | view.getUint8(at + 2)) / 2 ** 23;
    default:
      return (at) => view.getInt32(at, isLittleEndian) / 2 ** 31;
  }
}

/** Floats may exceed full scale or be NaN. */
const clipped = (sample: number): number => (Number.isNaN(sample) ? 0 : Math.max(-1, Math.min(1, sample)));
