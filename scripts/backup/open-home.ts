import { bucketFailure, s3Storage } from '#server/adapters/storage/s3-storage.ts';
import { OperatorError } from '#server/foundation/operator-messages.ts';
import type { BackupConfig } from '#server/settings/backup-settings.ts';
import type { BackupHome } from './backup-home.ts';
import { bucketHome } from './bucket-home.ts';
import { folderHome } from './folder-home.ts';

/** A backup takes hours, so it can wait until a service is back after a minute. */
const attempts = 8;

/** Opens the configured place for backups. @throws OperatorError if a bucket cannot be reached */
export async function openHome({ place, title }: Pick<BackupConfig, 'place' | 'title'>): Promise<BackupHome> {
  if ('folder' in place) return folderHome(place.folder);
  try {
    return bucketHome({ storage: await s3Storage({ ...place.bucket, attempts }), title });
  } catch (error) {
    throw new OperatorError(
      `The bucket of ${title} is unreachable (${bucketFailure(error)}). npm run doctor shows details.`,
    );
  }
}
