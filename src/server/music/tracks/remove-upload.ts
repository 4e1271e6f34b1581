import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { deletePartialUpload, lockUploadId } from './partial-uploads-store.ts';
import { deleteAudioFile, deleteUnfinished } from './uploads-store.ts';

/** Deletes all parts and the file of an upload that is not a track yet: rows first, then objects. */
export async function removeUpload(
  { database, storage }: Pick<Dependencies, 'database' | 'storage'>,
  upload: { readonly uploadId: string; readonly artistId: string },
  /** Runs first, in the same transaction. */
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
