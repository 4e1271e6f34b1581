import type { Dependencies } from '../../foundation/dependencies.ts';
import { insertCancelled } from './partial-uploads-store.ts';
import { removeUpload } from './remove-upload.ts';

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
