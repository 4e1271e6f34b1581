import type { Dependencies } from '../dependencies.ts';
import { insertCancelled } from './partial-uploads-store.ts';
import { removeUpload } from './remove-upload.ts';

/**
 * Removes what has come of an upload that is no track yet. A request that still sends it stores nothing more: it may
 * notice only later that its client has gone.
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
