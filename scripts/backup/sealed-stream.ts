import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * A file of a backup, encrypted in chunks (the STREAM construction, as age has it): a head of magic and salt, then chunks of
 * 64 KiB of AES-256-GCM, each with its tag. A file has a key of its own, made of the operator's key, its salt and its path: no
 * file can take the place of another. The nonce is the number of the chunk and whether it is the last: chunks cannot be moved,
 * left out or cut off.
 */

const magic = Buffer.from('EARSHOT-SEALED-1\n');
const saltBytes = 32;
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const cipher = 'aes-256-gcm';
export const headBytes = magic.length + saltBytes;

/** A file that was encrypted with another key or has been changed. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
}

/** Whether these first bytes are of an encrypted file. */
export const isSealed = (head: Buffer): boolean => head.subarray(0, magic.length).equals(magic);

/** The encrypted size of content of this length, both in bytes. */
export const sealedLength = (byteLength: number): number =>
  headBytes + byteLength + Math.max(1, Math.ceil(byteLength / chunkBytes)) * tagBytes;

/** Encrypts the content of the file at this path of a backup. */
export async function* sealed(
  content: AsyncIterable<Uint8Array>,
  { key, path }: { readonly key: string; readonly path: string },
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  yield Buffer.concat([magic, salt]);
  const fileKey = keyOf(key, salt, path);
  for await (const { chunk, number, isLast } of inChunks(content, chunkBytes)) {
    const sealing = createCipheriv(cipher, fileKey, nonceOf(number, isLast));
    yield Buffer.concat([sealing.update(chunk), sealing.final(), sealing.getAuthTag()]);
  }
}

/** Decrypts a file. Each chunk is authenticated before it is yielded. @throws NotReadable */
export async function* opened(
  content: AsyncIterable<Uint8Array>,
  { key, path }: { readonly key: string; readonly path: string },
): AsyncGenerator<Buffer> {
  let fileKey: Buffer | undefined;
  for await (const { chunk, number, isLast, head } of inChunks(content, chunkBytes + tagBytes, headBytes)) {
    if (!isSealed(head)) throw new NotReadable(`${path} is not encrypted.`);
    fileKey ??= keyOf(key, head.subarray(magic.length), path);
    yield openChunk(chunk, fileKey, nonceOf(number, isLast), path);
  }
}

function openChunk(chunk: Buffer, fileKey: Buffer, nonce: Buffer, path: string): Buffer {
  const end = Math.max(0, chunk.length - tagBytes);
  try {
    const opening = createDecipheriv(cipher, fileKey, nonce, { authTagLength: tagBytes });
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

/** Splits content into chunks of one size. The last one is shorter or empty; there is at least one. */
async function* inChunks(
  content: AsyncIterable<Uint8Array>,
  size: number,
  headSize = 0,
): AsyncGenerator<Chunk> {
  let held: Buffer = Buffer.alloc(0);
  let head: Buffer | undefined = headSize === 0 ? held : undefined;
  let number = 0;
  for await (const piece of content) {
    held = Buffer.concat([held, piece]);
    if (!head && held.length >= headSize)
      [head, held] = [held.subarray(0, headSize), held.subarray(headSize)];
    // A full chunk may be the last one, so it is held until more arrives.
    for (; head && held.length > size; held = held.subarray(size)) {
      yield { chunk: held.subarray(0, size), number, isLast: false, head };
      number += 1;
    }
  }
  yield { chunk: held, number, isLast: true, head: head ?? held };
}
