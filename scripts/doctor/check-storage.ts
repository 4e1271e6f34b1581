import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  ObjectMissing,
  type ObjectStorage,
  StorageFull,
} from '#server/adapters/object-storage/object-storage.ts';
import type { Config } from '#server/settings/config.ts';
import { openStorage } from '#server/start/open-storage.ts';
import { isForeign } from './check-disk.ts';
import { type Finding, green, reasonOf, red } from './finding.ts';

const probeBytes = 64 * 1024;
/** Of a bucket that the hourly sweep looks at: a probe that was left behind is removed by it. */
const folder = 'tracks';

/** Does everything that Earshot does with stored audio to an object of its own. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const { s3, dataDirectory } = config;
  const place = s3 ? `The bucket ${s3.bucket}` : join(dataDirectory, 'audio');
  // A folder that this command made could belong to the wrong user.
  if (!s3 && !existsSync(join(dataDirectory, 'audio', folder))) {
    return [green('storage', 'No audio is stored yet; it will lie on the disk.')];
  }
  if (!s3 && (await isForeign(dataDirectory))) return [];
  let storage: ObjectStorage;
  try {
    storage = await openStorage(config);
  } catch (error) {
    return [red('storage', `${place} cannot be reached (${told(error)}).`, cureOf(error))];
  }
  const problem = await tryProbe(storage);
  if (problem) return [red('storage', `${place}: ${problem.text}`, problem.cure)];
  return [green('storage', `${place} takes, gives back, lists and deletes objects.`)];
}

interface Problem {
  readonly text: string;
  readonly cure: string;
}

async function tryProbe(storage: ObjectStorage): Promise<Problem | undefined> {
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
    // Nothing is older than this: it only asks for the right to list them.
    ['listing unfinished uploads', async () => (await storage.removeUnfinished(new Date(0))) === 0],
    ['deleting it', async () => isGoneAfterRemoval(storage, key)],
  ];
  for (const [what, step] of steps) {
    const failure = await step().then(
      (isRight) => (isRight ? undefined : new Error('the answer is not what was written')),
      (error: unknown) => error,
    );
    if (failure === undefined) continue;
    await storage.remove(key).catch(() => undefined);
    return { text: `${what} failed (${told(failure)}).`, cure: cureOf(failure) };
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

/** S3 answers some questions without a text: then the name of the failure says most. */
function told(error: unknown): string {
  const reason = reasonOf(error);
  return error instanceof Error && error.name !== 'Error' ? `${error.name}: ${reason}` : reason;
}

function cureOf(error: unknown): string {
  if (error instanceof StorageFull) return 'Make room there.';
  const name = error instanceof Error ? error.name : '';
  if (/NoSuchBucket|NotFound/.test(name)) return 'Make the bucket, private, or correct S3_BUCKET.';
  if (/AccessDenied|Forbidden|403/.test(name)) {
    return 'Let the key read, write, delete and list the objects and multipart uploads of the bucket.';
  }
  if (/InvalidAccessKeyId|SignatureDoesNotMatch/.test(name)) {
    return 'Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  }
  if (/RequestTimeTooSkewed/.test(name)) return "Set this machine's clock.";
  return 'Check S3_ENDPOINT and S3_REGION, and docs/operations.md, "Audio on S3".';
}
