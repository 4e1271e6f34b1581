import { join } from 'node:path';
import { diskStorage } from '../adapters/object-storage/disk-storage.ts';
import type { ObjectStorage } from '../adapters/object-storage/object-storage.ts';
import type { Config } from '../settings/config.ts';

/** The configured storage. @throws if an S3 bucket cannot be reached */
export async function openStorage({
  s3,
  dataDirectory,
}: Pick<Config, 's3' | 'dataDirectory'>): Promise<ObjectStorage> {
  if (!s3) return diskStorage({ folder: join(dataDirectory, 'audio') });
  // A large library, only loaded if it is used.
  const { s3Storage } = await import('../adapters/object-storage/s3-storage.ts');
  return s3Storage(s3);
}
