import type { FileWindow } from './file-window.ts';
import { textAt } from './pcm-layout.ts';

/** A chunk of a RIFF or IFF file. */
export interface Chunk {
  readonly name: string;
  readonly begin: number;
  /** As the file says, which may be wrong. */
  readonly length: number;
}

export interface ChunkFormat {
  readonly isLittleEndian: boolean;
  /** Lengths that do not fit into a chunk's own field, by its name. */
  readonly longLengths?: ReadonlyMap<string, number>;
}

const headerBytes = 8;
/** In the field of a length that is stored elsewhere, or was never filled in. */
const noLength = 0xffff_ffff;
const isName = (name: string): boolean => /^[\x20-\x7e]{4}$/.test(name);

/** The chunk whose header is at `at`; null if there is none. */
async function chunkAt(file: FileWindow, at: number, format: ChunkFormat): Promise<Chunk | null> {
  const header = await file.at(at, headerBytes);
  const name = textAt(header, 0);
  if (header.byteLength < headerBytes || !isName(name)) return null;
  const length = header.getUint32(4, format.isLittleEndian);
  const long = length === noLength ? format.longLengths?.get(name) : undefined;
  return { name, begin: at + headerBytes, length: long ?? length };
}

/** The chunk after this one, whose odd length is followed by a zero, unless a program forgot it. */
async function chunkAfter(file: FileWindow, { begin, length }: Chunk, format: ChunkFormat) {
  const end = begin + length;
  if (length % 2 === 0) return chunkAt(file, end, format);
  return (await chunkAt(file, end, format)) ?? chunkAt(file, end + 1, format);
}

/** The chunks of a file in their order, as far as their lengths lead. */
export async function* chunksOf(file: FileWindow, format: ChunkFormat): AsyncGenerator<Chunk> {
  for (let chunk = await chunkAt(file, 12, format); chunk !== null; ) {
    yield chunk;
    chunk = await chunkAfter(file, chunk, format);
  }
}

/** Whether the lengths lead from this chunk to the end of the file, with or without a last pad byte. */
async function leadsToEnd(file: FileWindow, from: Chunk, format: ChunkFormat): Promise<boolean> {
  for (let chunk: Chunk | null = from; chunk !== null; chunk = await chunkAfter(file, chunk, format)) {
    if (Math.abs(chunk.begin + chunk.length - file.fileBytes) <= 1) return true;
  }
  return false;
}

/**
 * The length of a chunk with sound. A recorder that loses power leaves a file whose lengths are zero or too large, and
 * whose sound goes to its end. @param before bytes in front of the sound, which the length counts
 */
export async function soundLength(
  file: FileWindow,
  chunk: Chunk,
  format: ChunkFormat,
  before = 0,
): Promise<number> {
  const rest = file.fileBytes - chunk.begin;
  const isFinished = chunk.length > before && (await file.at(4, 4)).getUint32(0, format.isLittleEndian) > 0;
  if (chunk.length <= rest && (isFinished || (await leadsToEnd(file, chunk, format)))) return chunk.length;
  return rest;
}
