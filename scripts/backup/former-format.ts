import { createDecipheriv, hkdfSync } from 'node:crypto';
import { NotReadable } from './not-readable.ts';

/*
 * Reads the encrypted files of backups made by 0.7.0 and earlier: a magic and a salt, then chunks of 64 KiB of AES-256-GCM, each
 * with its tag. 0.8.0 is the last version that reads them: after its release, delete this file and what uses it.
 */

const magic = Buffer.from('EARSHOT-SEALED-1\n');
const saltBytes = 32;
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const headBytes = magic.length + saltBytes;

/** Whether these first bytes are of a file in the former format. */
export const isFormerFormat = (head: Buffer): boolean => head.subarray(0, magic.length).equals(magic);

/** Decrypts a file. Each chunk is authenticated before it is yielded. @throws NotReadable */
export async function* openedFormer(
  content: AsyncIterable<Uint8Array>,
  { key, path }: { readonly key: string; readonly path: string },
): AsyncGenerator<Buffer> {
  let fileKey: Buffer | undefined;
  for await (const { chunk, number, isLast, head } of inChunks(content)) {
    fileKey ??= keyOf(key, head.subarray(magic.length), path);
    yield openChunk(chunk, fileKey, nonceOf(number, isLast), path);
  }
}

function openChunk(chunk: Buffer, fileKey: Buffer, nonce: Buffer, path: string): Buffer {
  const end = Math.max(0, chunk.length - tagBytes);
  try {
    const opening = createDecipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: tagBytes });
    opening.setAuthTag(chunk.subarray(end));
    return Buffer.concat([opening.update(chunk.subarray(0, end)), opening.final()]);
  } catch (cause) {
    throw new NotReadable(
      `${path} cannot be decrypted: BACKUP_KEY is not the key that encrypted it, or the file is damaged.`,
      { cause },
    );
  }
}

const keyOf = (key: string, salt: Buffer, path: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `earshot backup ${path}`, 32));

/** Twelve bytes: the number of the chunk, then 1 for the last chunk. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

interface Chunk {
  readonly chunk: Buffer;
  readonly number: number;
  readonly isLast: boolean;
  /** The bytes before the first chunk. */
  readonly head: Buffer;
}

/** Splits a file into its chunks. The last one is shorter; there is at least one. */
async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Chunk> {
  const size = chunkBytes + tagBytes;
  let held: Buffer = Buffer.alloc(0);
  let head: Buffer | undefined;
  let number = 0;
  for await (const piece of content) {
    held = Buffer.concat([held, piece]);
    if (!head && held.length >= headBytes)
      [head, held] = [held.subarray(0, headBytes), held.subarray(headBytes)];
    // A full chunk may be the last one, so it is held until more arrives.
    for (; head && held.length > size; held = held.subarray(size)) {
      yield { chunk: held.subarray(0, size), number, isLast: false, head };
      number += 1;
    }
  }
  yield { chunk: held, number, isLast: true, head: head ?? held };
}
