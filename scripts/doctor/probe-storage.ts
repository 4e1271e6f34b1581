import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ObjectMissing, type ObjectStorage, StorageFull } from '#server/adapters/storage/object-storage.ts';
import { reasonOf } from './finding.ts';

const probeBytes = 64 * 1024;

interface Problem {
  readonly text: string;
  readonly cure: string;
}

/** A bucket's settings, and the chapter of docs/operations.md about them. */
export interface BucketNames {
  /** The prefix of the settings' names. */
  readonly names: string;
  readonly chapter: string;
}

interface Probe {
  /** The folder of the temporary object. */
  readonly folder: string;
  readonly settings: BucketNames;
}

/** Tries every storage operation with a temporary object. Returns the first that fails. */
export async function tryProbe(
  storage: ObjectStorage,
  { folder, settings }: Probe,
): Promise<Problem | undefined> {
  const key = `${folder}/doctor-${randomUUID()}`;
  const content = randomBytes(probeBytes);
  const steps: readonly (readonly [what: string, step: () => Promise<boolean>])[] = [
    [
      'writing an object',
      async () => (await storage.write(key, inChunks(content))).byteLength === probeBytes,
    ],
    ['reading it', async () => content.equals(await contentOf(storage.read(key)))],
    [
      'reading a range of it',
      async () =>
        content.subarray(100, 200).equals(await contentOf(storage.read(key, { first: 100, last: 199 }))),
    ],
    ['listing it', async () => isListed(storage, key)],
    // Removes nothing, because nothing is older; it only tests the right to list uploads.
    [
      'listing unfinished uploads',
      async () => (await storage.removeUnfinished(new Date(0), [`${folder}/`])) === 0,
    ],
    ['deleting it', async () => isGoneAfterRemoval(storage, key)],
  ];
  for (const [what, step] of steps) {
    const failure = await step().then(
      (isRight) => (isRight ? undefined : new Error('the content is not what was written')),
      (error: unknown) => error,
    );
    if (failure === undefined) continue;
    await storage.remove(key).catch(() => undefined);
    return { text: `${what} failed (${tellStorage(failure)}).`, cure: bucketCure(failure, settings) };
  }
  return undefined;
}

async function* inChunks(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

const contentOf = async (stream: Promise<Readable>): Promise<Buffer> => buffer(await stream);

async function isListed(storage: ObjectStorage, key: string): Promise<boolean> {
  for await (const found of storage.list(key)) if (found.key === key) return true;
  return false;
}

async function isGoneAfterRemoval(storage: ObjectStorage, key: string): Promise<boolean> {
  await storage.remove(key);
  try {
    (await storage.read(key)).destroy();
    return false;
  } catch (error) {
    if (error instanceof ObjectMissing) return true;
    throw error;
  }
}

/** The reason, with the name of the error. S3 sends some errors without a message, and then only the name helps. */
export function tellStorage(error: unknown): string {
  const reason = reasonOf(error);
  return error instanceof Error && error.name !== 'Error' ? `${error.name}: ${reason}` : reason;
}

export function bucketCure(error: unknown, { names, chapter }: BucketNames): string {
  if (error instanceof StorageFull) return 'Free up space there.';
  const name = error instanceof Error ? error.name : '';
  if (/NoSuchBucket|NotFound/.test(name)) return `Create a private bucket, or correct ${names}BUCKET.`;
  if (/AccessDenied|Forbidden|403/.test(name)) {
    return "Allow the key to read, write, delete and list the bucket's objects and multipart uploads.";
  }
  if (/InvalidAccessKeyId|SignatureDoesNotMatch/.test(name)) {
    return `Correct ${names}ACCESS_KEY_ID and ${names}SECRET_ACCESS_KEY.`;
  }
  if (/RequestTimeTooSkewed/.test(name)) return "Correct this machine's clock.";
  return `Check ${names}ENDPOINT and ${names}REGION, and docs/operations.md, "${chapter}".`;
}
