import type { StoredUpload, UploadState } from '#contract/music/tracks/tracks.ts';
import type { Transaction } from '../../../adapters/database/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { refuse } from '../../../foundation/refusals.ts';
import {
  deleteAudioFile,
  deletePartialUpload,
  deleteUnfinished,
  insertCancelled,
  lockUploadId,
  readPartialUpload,
  readStoredUpload,
} from './uploads-store.ts';

/** How much of an upload was received; zero if it was not started. @throws Refusal not_found for another artist's */
export async function readUpload(
  deps: Pick<Dependencies, 'database'>,
  artistId: string,
  uploadId: string,
): Promise<UploadState> {
  const stored = await knownUpload(deps, uploadId, artistId);
  if (stored) return { uploadId, receivedBytes: 0, stored };
  const partial = await readPartialUpload.one(deps.database, { uploadId });
  if (partial && partial.artistId !== artistId) refuse('not_found');
  return { uploadId, receivedBytes: partial?.receivedBytes ?? 0, stored: null };
}

/** The artist's stored upload; undefined if there is none yet. @throws Refusal not_found for another artist's */
export async function knownUpload(
  { database }: Pick<Dependencies, 'database'>,
  uploadId: string,
  artistId: string,
): Promise<StoredUpload | undefined> {
  const known = await readStoredUpload.one(database, { uploadId });
  if (known && known.artistId !== artistId) refuse('not_found');
  return known && { uploadId, byteLength: known.byteLength, durationSeconds: known.durationMs / 1000 };
}

/**
 * Deletes an upload that is not a track yet. A request that is still sending it stores nothing more, even if it notices
 * later.
 */
export async function cancelUpload(
  deps: Pick<Dependencies, 'database' | 'storage' | 'clock'>,
  artistId: string,
  uploadId: string,
): Promise<Record<string, never>> {
  await removeUpload(deps, { uploadId, artistId }, (transaction) =>
    insertCancelled.run(transaction, { uploadId, artistId, now: deps.clock.now() }),
  );
  return {};
}

/** Deletes all parts and the file of an upload that is not a track yet: rows first, then objects. */
export async function removeUpload(
  { database, storage }: Pick<Dependencies, 'database' | 'storage'>,
  upload: { readonly uploadId: string; readonly artistId: string },
  first: (transaction: Transaction) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const objects = await database.transaction(async (transaction) => {
    await lockUploadId.only(transaction, upload);
    await first(transaction);
    const parts = await deletePartialUpload.all(transaction, upload);
    const unfinished = await deleteUnfinished.one(transaction, upload);
    if (!unfinished?.audioFileId) return parts;
    const { audioFileId } = unfinished;
    return [...parts, await deleteAudioFile.only(transaction, { audioFileId })];
  });
  for (const { storageKey } of objects) await storage.remove(storageKey);
}
