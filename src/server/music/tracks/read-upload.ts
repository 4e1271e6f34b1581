import type { UploadState } from '#contract/music/tracks/tracks.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { knownUpload } from './known-upload.ts';
import { readPartialUpload } from './partial-uploads-store.ts';

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
