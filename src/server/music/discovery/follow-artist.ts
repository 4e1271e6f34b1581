import type { Follow } from '#contract/music/discovery/discovery.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { newTracksMail } from '../../identity/emails/digest-mails.ts';
import { addToDigests, type ComposeDigest } from '../../identity/emails/digests.ts';
import { trackUploadedJob } from '../tracks/create-track.ts';
import {
  deleteFollow,
  insertFollow,
  readFollowers,
  readFollowing,
  readNewTracks,
  readUploadedTrack,
} from './discovery-store.ts';
import { readPublicArtist } from './read-public-artist.ts';

type Needs = Pick<Dependencies, 'database' | 'clock'>;

/** Whether the caller follows the artist, and the number of followers. @throws Refusal artist_not_found */
export async function readFollow(deps: Needs, followerId: string, artistId: string): Promise<Follow> {
  const { followerCount } = await readPublicArtist(deps, artistId, undefined);
  const following = await readFollowing.one(deps.database, { followerId, artistId });
  return { following: following !== undefined, followerCount };
}

/** @throws Refusal artist_not_found, own_follow */
export async function followArtist(deps: Needs, followerId: string, artistId: string): Promise<Follow> {
  if (followerId === artistId) refuse('own_follow');
  await readPublicArtist(deps, artistId, undefined);
  await insertFollow.run(deps.database, { followerId, artistId, now: deps.clock.now() });
  return readFollow(deps, followerId, artistId);
}

/** @throws Refusal artist_not_found */
export async function unfollowArtist(deps: Needs, followerId: string, artistId: string): Promise<Follow> {
  await deleteFollow.run(deps.database, { followerId, artistId });
  return readFollow(deps, followerId, artistId);
}

const atOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Adds a new track to the digests of the artist's followers in batches. A batch and the job for the next one are one
 * transaction, so that no follower is missed.
 */
export function notifyFollowers(
  deps: Needs,
  { trackId, after = beforeAll }: { readonly trackId: string; readonly after?: string | undefined },
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const track = await readUploadedTrack.one(tx, { trackId });
    if (!track) return;
    const followers = await readFollowers.all(tx, { artistId: track.artistId, after, most: atOnce });
    const userIds = followers.map(({ id }) => id);
    await addToDigests(tx, { userIds, kind: 'new_track', thingId: trackId, now: deps.clock.now() });
    const last = followers.at(-1);
    if (last && followers.length === atOnce) {
      await enqueue(tx, { name: trackUploadedJob, payload: { trackId, after: last.id } });
    }
  });
}

/** The digest of new tracks for a follower: those that are still public, by artists whom they still follow. */
export const composeNewTracks: ComposeDigest = async (tx, { publicUrl, userId, thingIds }) => {
  const [first, ...others] = await readNewTracks.all(tx, { followerId: userId, trackIds: [...thingIds] });
  if (!first) return undefined;
  return {
    mail: newTracksMail(publicUrl, first, others),
    thingIds: [first, ...others].map(({ id }) => id),
    lastActAt: null,
  };
};
