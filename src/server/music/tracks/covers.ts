import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import {
  readPicture,
  removePicture,
  storePicture,
  sweepPictures,
} from '../../adapters/storage/stored-pictures.ts';
import type { Dependencies } from '../../dependencies.ts';
import { Refusal, refuse } from '../../foundation/refusals.ts';
import { readByEither } from '../../foundation/server-keys.ts';
import { requireActive } from '../../identity/own-account.ts';
import { coverPictures, isSignedCover, publicCoverKey } from './cover-rules.ts';
import { readOwnTrack, refuseGone } from './own-tracks.ts';
import { coverOfOwn, lockCover, readKnownCovers, readShownCover, writeCover } from './tracks-store.ts';

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
  track: OfTrack,
  readUploaded: () => Promise<Buffer>,
): Promise<OwnTrack> {
  const { status } = (await coverOfOwn.one(deps.database, track)) ?? refuse('not_found');
  if (status !== 'active') refuseGone(status);
  return changeCover(deps, track, await storePicture(deps.storage, coverPictures, await readUploaded()));
}

/** Removes the cover, if there is one. @throws Refusal not_found, track_deleted, track_taken_down */
export const removeCover = (deps: Needs, track: OfTrack): Promise<OwnTrack> => changeCover(deps, track, null);

async function changeCover(deps: Needs, track: OfTrack, coverKey: string | null): Promise<OwnTrack> {
  const { left, changed } = await deps.database.transaction(async (tx) => {
    const { status, coverKey: before } = (await lockCover.one(tx, track)) ?? refuse('not_found');
    if (status !== 'active') refuseGone(status);
    await requireActive(tx, track.artistId);
    await writeCover.run(tx, { trackId: track.trackId, coverKey });
    // Another version may still use it.
    const isLeft = before !== null && !(await readKnownCovers.one(tx, { keys: [before] }));
    const changed = await readOwnTrack({ ...deps, database: tx }, track.artistId, track.trackId);
    return { left: isLeft ? before : null, changed };
  });
  // A crash before this leaves an object that no track references; the sweep deletes it.
  if (left !== null) await removePicture(deps.storage, coverPictures, left);
  return changed;
}

// The route that serves covers gets their path from this use case.
export { coverPath } from './cover-rules.ts';

interface AskedCover {
  readonly coverKey: string;
  /** The parts of a signed address; empty in a public one. */
  readonly until: string;
  readonly proof: string;
}

interface OpenCover {
  readonly isPublic: boolean;
  readonly read: () => Promise<Buffer>;
}

/** The cover, if the address may show it now. @throws Refusal not_found for any other, and if the track is not shown */
export async function openCover(
  { database, storage, keys, clock }: Pick<Dependencies, 'database' | 'storage' | 'keys' | 'clock'>,
  asked: AskedCover,
): Promise<OpenCover> {
  const { coverKey } = asked;
  const { isPublic } = (await readShownCover.one(database, { coverKey })) ?? refuse('not_found');
  const isSigned = () =>
    readByEither(keys, ({ coverLinks }) => isSignedCover(coverLinks, asked, clock.now()) || undefined);
  if (!isPublic && !isSigned()) refuse('not_found');
  return { isPublic, read: () => readPicture(storage, coverPictures, coverKey) };
}

/** The bytes of a stored cover, a WebP of 640 x 640 pixels; undefined without one, or if the object is gone. */
export async function readCover(
  { storage }: Pick<Dependencies, 'storage'>,
  coverKey: string | null,
): Promise<Buffer | undefined> {
  if (coverKey === null) return undefined;
  try {
    return await readPicture(storage, coverPictures, coverKey);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export const readPublicCover = (
  deps: Pick<Dependencies, 'storage'>,
  coverUrl: string | null,
): Promise<Buffer | undefined> => readCover(deps, publicCoverKey(coverUrl));

/** Deletes covers that no track references, an hour after they were stored. Returns how many. */
export const sweepCovers = (deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>): Promise<number> =>
  sweepPictures(deps, coverPictures, async (keys) =>
    (await readKnownCovers.all(deps.database, { keys })).map(({ coverKey }) => coverKey),
  );
