import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { removePicture, storePicture } from '../../adapters/storage/stored-pictures.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { requireActive } from '../../identity/own-account.ts';
import { coverPictures } from './cover-rules.ts';
import { coverOfOwn, lockCover, readKnownCovers, writeCover } from './covers-store.ts';
import { readOwnTrack } from './read-own-track.ts';
import { refuseGone } from './refuse-gone.ts';

type Needs = Pick<Dependencies, 'database' | 'storage' | 'clock' | 'keys'>;
interface OfTrack {
  readonly artistId: string;
  readonly trackId: string;
}

/**
 * Makes an uploaded picture the cover of the artist's own track and deletes the previous one. The body is only read if
 * the track exists.
 * @throws Refusal invalid_token, not_found, track_deleted, track_taken_down, invalid_image, image_too_large, storage_full,
 * unavailable
 */
export async function setCover(
  deps: Needs,
  of: OfTrack,
  readUploaded: () => Promise<Buffer>,
): Promise<OwnTrack> {
  const { status } = (await coverOfOwn.one(deps.database, of)) ?? refuse('not_found');
  if (status !== 'active') refuseGone(status);
  return changeCover(deps, of, await storePicture(deps.storage, coverPictures, await readUploaded()));
}

/** Removes the cover, if there is one. @throws Refusal not_found, track_deleted, track_taken_down */
export const removeCover = (deps: Needs, of: OfTrack): Promise<OwnTrack> => changeCover(deps, of, null);

async function changeCover(deps: Needs, of: OfTrack, coverKey: string | null): Promise<OwnTrack> {
  const { left, track } = await deps.database.transaction(async (tx) => {
    const { status, coverKey: before } = (await lockCover.one(tx, of)) ?? refuse('not_found');
    if (status !== 'active') refuseGone(status);
    await requireActive(tx, of.artistId);
    await writeCover.run(tx, { trackId: of.trackId, coverKey });
    // Another version may still use it.
    const isLeft = before !== null && !(await readKnownCovers.one(tx, { keys: [before] }));
    const track = await readOwnTrack({ ...deps, database: tx }, of.artistId, of.trackId);
    return { left: isLeft ? before : null, track };
  });
  // A crash before this leaves an object that no track references; the sweep deletes it.
  if (left !== null) await removePicture(deps.storage, coverPictures, left);
  return track;
}
