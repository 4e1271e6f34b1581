import type { Dependencies } from '../dependencies.ts';
import { deletePartialUpload } from './partial-uploads-store.ts';
import { deleteAudioFile, deleteUnfinished } from './uploads-store.ts';

/** Removes what has come of an upload that is no track yet: rows first, then their objects. */
export async function cancelUpload(
  { database, storage }: Pick<Dependencies, 'database' | 'storage'>,
  artistId: string,
  uploadId: string,
): Promise<Record<string, never>> {
  const objects = await database.transaction(async (transaction) => {
    const parts = await deletePartialUpload.all(transaction, { uploadId, artistId });
    const unfinished = await deleteUnfinished.one(transaction, { uploadId, artistId });
    if (!unfinished?.audioFileId) return parts;
    return [...parts, await deleteAudioFile.only(transaction, { audioFileId: unfinished.audioFileId })];
  });
  for (const { storageKey } of objects) await storage.remove(storageKey);
  return {};
}
