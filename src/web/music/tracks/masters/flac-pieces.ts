import { BitReader } from './bit-reader.ts';
import { type FrameSamples, frameSamples, isMoreSound, mostBlockSamples, readFrame } from './flac-frame.ts';
import type { FlacInfo } from './flac-info.ts';
import { damaged, MasterRefused } from './pcm-layout.ts';

/** So much of the file is read at once. */
const windowBytes = 4 * 1024 * 1024;
/** So much of it is searched at once for where its sound begins. */
const blocksBytes = 64 * 1024;
/** No frame of two channels is as long, not even one of plain samples of 32 bits. */
const mostFrameBytes = 1024 * 1024;

/**
 * The sound of a FLAC in pieces of at least so many samples, each with how much of it is through afterwards. Throws MasterRefused
 * where the file is damaged, or shorter or longer than it says: a part of a song would be heard as the whole.
 */
export async function* flacPieces(
  file: Blob,
  { info, pieceFrames }: { info: FlacInfo; pieceFrames: number },
): AsyncGenerator<readonly [Float32Array[], number]> {
  const piece = pieceOf(info, pieceFrames);
  const frame = frameSamples();
  let at = await firstFrame(file, info);
  let left = info.samples;
  while (left > 0) {
    const bits = new BitReader(await file.slice(at, at + windowBytes).arrayBuffer());
    const isLast = at + windowBytes >= file.size;
    const enough = isLast ? Number.POSITIVE_INFINITY : windowBytes - mostFrameBytes;
    while (left > 0 && bits.byte < enough) {
      const block = readFrame(bits, info, frame);
      left -= block;
      if (left < 0 || (left === 0 && isMoreSound(bits, info))) throw new MasterRefused(damaged);
      if (piece.add(frame, block)) yield [piece.take(), 1 - left / info.samples];
    }
    at += bits.byte;
  }
  yield [piece.take(), 1];
}

/** Behind the blocks that describe the sound, of which pictures may be large. */
async function firstFrame(file: Blob, { begin }: FlacInfo): Promise<number> {
  for (let at = begin; ; ) {
    const blocks = new DataView(await file.slice(at, at + blocksBytes).arrayBuffer());
    if (blocks.byteLength < 4) throw new MasterRefused(damaged);
    let next = 0;
    while (next + 4 <= blocks.byteLength) {
      const block = blocks.getUint32(next, false);
      next += 4 + (block & 0xff_ffff);
      if (block >>> 31 === 1) return at + next;
    }
    at += next;
  }
}

/** Collects frames, scaled from -1 to 1, until they are a piece. */
function pieceOf({ channels, bits }: FlacInfo, pieceFrames: number) {
  const scale = 2 ** (1 - bits);
  const sides = Array.from({ length: channels }, () => new Float32Array(pieceFrames + mostBlockSamples));
  let length = 0;
  return {
    add(frame: FrameSamples, block: number): boolean {
      for (const [channel, side] of sides.entries()) {
        const samples = frame[channel];
        if (samples) for (let i = 0; i < block; i++) side[length + i] = (samples[i] ?? 0) * scale;
      }
      length += block;
      return length >= pieceFrames;
    },
    take(): Float32Array[] {
      const taken = sides.map((side) => side.slice(0, length));
      length = 0;
      return taken;
    },
  };
}
