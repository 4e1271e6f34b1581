import { s3Storage } from '#server/adapters/storage/s3-storage.ts';
import type { Config } from '#server/settings/config.ts';
import { type Finding, green, red } from './finding.ts';
import { bucketCure, tellStorage, tryProbe } from './probe-storage.ts';

const settings = { names: 'BACKUP_S3_', chapter: 'Backup and restore' };

/** Tries every operation of a backup in a bucket. */
export async function checkBackupPlace({ backups }: Pick<Config, 'backups'>): Promise<Finding[]> {
  if (!backups || 'folder' in backups.place) return [];
  const place = `The backup storage, ${backups.title},`;
  try {
    // A backup retries for minutes; the doctor should answer at once.
    const storage = await s3Storage({ ...backups.place.bucket, attempts: 1 });
    const problem = await tryProbe(storage, { folder: 'backups', settings });
    if (problem) return [red('backup', `${place} fails: ${problem.text}`, problem.cure)];
  } catch (error) {
    const text = `${place} cannot be reached (${tellStorage(error)}).`;
    return [red('backup', text, bucketCure(error, settings))];
  }
  return [green('backup', `${place} writes, reads, lists and deletes objects.`)];
}
