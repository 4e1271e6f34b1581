import { removeOrphans } from '../../../adapters/storage/object-storage.ts';
import { allStoredPrefixes } from '../../../adapters/storage/stored-object-rules.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { givenUpBefore, objectPrefixes, orphanedBefore } from './upload-rules.ts';
import {
  deleteAudioFile,
  deleteGivenUp,
  deleteOldCancelled,
  deleteUntouched,
  readKnownKeys,
} from './uploads-store.ts';

/** The job's name; it runs hourly. */
export const sweepUploadsJob = 'sweep-uploads';

const mostCancelledAtOnce = 1000;

type Needs = Pick<Dependencies, 'database' | 'clock' | 'storage'>;

export interface SweptUploads {
  /** Uploads that never became a track, with row and file. */
  readonly givenUp: number;
  /** Interrupted uploads that never continued, with all their parts. */
  readonly partial: number;
  /** Stored files that no row references. */
  readonly orphans: number;
  /** Files whose write was never finished. */
  readonly unfinished: number;
}

/** Cleans up after uploads: abandoned and interrupted ones after a day, files without a row after an hour. */
export async function sweepUploads(deps: Needs): Promise<SweptUploads> {
  const now = deps.clock.now();
  const old = { before: givenUpBefore(now), most: mostCancelledAtOnce };
  while ((await deleteOldCancelled.run(deps.database, old)) === mostCancelledAtOnce);
  return {
    givenUp: await removeGivenUp(deps, givenUpBefore(now)),
    partial: await removePartial(deps, givenUpBefore(now)),
    orphans: await removeAllOrphans(deps, orphanedBefore(now)),
    unfinished: await deps.storage.removeUnfinished(orphanedBefore(now), allStoredPrefixes),
  };
}

async function removeGivenUp({ database, storage }: Needs, before: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    // Rows first: after a crash the next sweep finds the files without a row.
    const removedRows = await database.transaction(async (transaction) => {
      const uploads = await deleteGivenUp.all(transaction, { before });
      const files: string[] = [];
      for (const { audioFileId } of uploads) {
        if (audioFileId === null) continue;
        files.push((await deleteAudioFile.only(transaction, { audioFileId })).storageKey);
      }
      return { uploads: uploads.length, files };
    });
    for (const key of removedRows.files) await storage.remove(key);
    removed += removedRows.uploads;
    if (removedRows.uploads === 0) return removed;
  }
}

async function removePartial({ database, storage }: Needs, before: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const parts = await deleteUntouched.all(database, { before });
    for (const { storageKey } of parts) await storage.remove(storageKey);
    removed += new Set(parts.map(({ partialId }) => partialId)).size;
    if (parts.length === 0) return removed;
  }
}

async function removeAllOrphans({ database, storage }: Needs, before: Date): Promise<number> {
  const known = async (keys: string[]) =>
    new Set((await readKnownKeys.all(database, { keys })).map((row) => row.storageKey));
  let removed = 0;
  for (const prefix of objectPrefixes) removed += await removeOrphans(storage, { prefix, before, known });
  return removed;
}
