import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectStorage } from '#server/adapters/storage/object-storage.ts';
import { s3Storage } from '#server/adapters/storage/s3-storage.ts';
import type { Config } from '#server/settings/config.ts';
import { openStorage } from '#server/start/open-parts.ts';
import { isForeign } from './check-disk.ts';
import { type Finding, green, red } from './finding.ts';
import { bucketCure, tellStorage, tryProbe } from './probe-storage.ts';

/** The hourly sweep covers this folder, so it removes a probe that was left behind. */
const folder = 'tracks';
const settings = { names: 'S3_', chapter: 'Audio on S3' };

/** Tries every operation on stored audio with a temporary object. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const { s3, dataDirectory } = config;
  const place = s3 ? `The bucket ${s3.bucket}` : join(dataDirectory, 'audio');
  // A folder created by this command might belong to the wrong user.
  if (!s3 && !existsSync(join(dataDirectory, 'audio', folder))) {
    return [green('storage', 'No audio is stored yet. It will be stored on disk.')];
  }
  if (!s3 && (await isForeign(dataDirectory))) return [];
  let storage: ObjectStorage;
  try {
    storage = s3 ? await s3Storage(s3) : await openStorage(config);
  } catch (error) {
    return [
      red('storage', `${place} cannot be reached (${tellStorage(error)}).`, bucketCure(error, settings)),
    ];
  }
  const problem = await tryProbe(storage, { folder, settings });
  if (problem) return [red('storage', `${place}: ${problem.text}`, problem.cure)];
  return [green('storage', `${place} writes, reads, lists and deletes objects.`)];
}
