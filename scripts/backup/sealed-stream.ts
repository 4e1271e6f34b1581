import { hkdfSync } from 'node:crypto';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { isFormerFormat, openedFormer } from './former-format.ts';
import { NotReadable } from './not-readable.ts';

// Files of a backup are encrypted with age (https://age-encryption.org/v1), so that `age -d -i IDENTITY` opens them too.

const magic = Buffer.from('age-encryption.org/v1\n');
/** The header with one X25519 recipient, and the nonce. */
const headBytes = 184;
const chunkBytes = 64 * 1024;
const tagBytes = 16;

/** Whether these first bytes are of an encrypted file. */
export const isSealed = (head: Buffer): boolean =>
  head.subarray(0, magic.length).equals(magic) || isFormerFormat(head);

/** The encrypted size of content of this length, both in bytes. */
export const sealedLength = (byteLength: number): number =>
  headBytes + byteLength + Math.max(1, Math.ceil(byteLength / chunkBytes)) * tagBytes;

const identityPrefix = 'AGE-SECRET-KEY-';

/** The age identity of a BACKUP_KEY: the key itself, or one derived from its text. */
export function identityOf(key: string): string {
  if (key.startsWith(`${identityPrefix}1`)) return key;
  const secret = new Uint8Array(hkdfSync('sha256', key, '', 'earshot backup identity', 32));
  return bech32.encodeFromBytes(identityPrefix, secret).toUpperCase();
}

/** Encrypts the content of a file. */
export async function* sealed(content: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identityOf(key)));
  yield* await encrypter.encrypt(streamOf(content));
}

/** Decrypts the file at this path of a backup. Each chunk is authenticated before it is yielded. @throws NotReadable */
export async function* opened(
  content: AsyncIterable<Uint8Array>,
  { key, path }: { readonly key: string; readonly path: string },
): AsyncGenerator<Uint8Array> {
  const { head, whole } = await withHead(content, magic.length);
  if (isFormerFormat(head)) return yield* openedFormer(whole, { key, path });
  const decrypter = new Decrypter();
  decrypter.addIdentity(identityOf(key));
  const reading: { failure?: unknown } = {};
  try {
    yield* await decrypter.decrypt(streamOf(noticing(whole, reading)));
  } catch (cause) {
    if (reading.failure !== undefined) throw reading.failure;
    throw new NotReadable(
      `${path} cannot be decrypted: BACKUP_KEY is not the key that encrypted it, or the file is damaged.`,
      { cause },
    );
  }
}

/** age takes web streams. `ReadableStream.from` would do, but its types differ from the global ones. */
function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const piece = await pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(piece.value);
    },
    cancel: async () => void (await pieces.return?.()),
  });
}

/** Notes an error of the content itself, which says nothing about the key. */
async function* noticing(
  content: AsyncIterable<Uint8Array>,
  reading: { failure?: unknown },
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    reading.failure = error;
    throw error;
  }
}

/** The first bytes of the content, and all of it. */
async function withHead(
  content: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ head: Buffer; whole: AsyncGenerator<Uint8Array> }> {
  const pieces = content[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < size) {
    const piece = await pieces.next();
    if (piece.done) break;
    head = Buffer.concat([head, piece.value]);
  }
  const whole = async function* () {
    try {
      yield head;
      for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
    } finally {
      await pieces.return?.();
    }
  };
  return { head, whole: whole() };
}
