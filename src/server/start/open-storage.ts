import { join } from 'node:path';
import { diskStorage } from '../adapters/storage/disk-storage.ts';
import type { ObjectStorage } from '../adapters/storage/object-storage.ts';
import { bucketFailure } from '../adapters/storage/s3-storage.ts';
import { allStoredPrefixes } from '../adapters/storage/stored-object-rules.ts';
import { OperatorError } from '../foundation/operator-messages.ts';
import type { Config } from '../settings/config.ts';

type StorageSettings = Pick<Config, 's3' | 'dataDirectory'>;

/** The configured storage. @throws OperatorError if an S3 bucket cannot be reached */
export async function openStorage({ s3, dataDirectory }: StorageSettings): Promise<ObjectStorage> {
  if (!s3) return diskStorage({ folder: join(dataDirectory, 'audio') });
  // A large library, only loaded if it is used.
  const { s3Storage } = await import('../adapters/storage/s3-storage.ts');
  return orOperatorError(s3, () => s3Storage(s3));
}

/**
 * The storage of a server, which also removes what interrupted uploads left.
 * @throws OperatorError if an S3 bucket cannot be reached, or its service or key cannot list unfinished uploads
 */
export async function openSweptStorage(config: StorageSettings): Promise<ObjectStorage> {
  const storage = await openStorage(config);
  // Removes nothing, because nothing is older.
  const trySweep = () => storage.removeUnfinished(new Date(0), allStoredPrefixes);
  if (config.s3) await orOperatorError(config.s3, trySweep, 'does not list unfinished uploads');
  return storage;
}

async function orOperatorError<Outcome>(
  { bucket, endpoint, region }: NonNullable<Config['s3']>,
  work: () => Promise<Outcome>,
  problem = 'cannot be used',
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    const place = `The bucket "${bucket}" at ${endpoint ?? `Amazon S3, ${region},`}`;
    throw new OperatorError(
      `${place} ${problem} (${bucketFailure(error)}). Check the S3_ settings; npm run doctor says what to do.`,
      { cause: error },
    );
  }
}
