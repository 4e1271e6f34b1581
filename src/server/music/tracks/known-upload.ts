import type { StoredUpload } from '#contract/music/tracks/tracks.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readStoredUpload } from './uploads-store.ts';

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
