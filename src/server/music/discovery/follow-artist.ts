import type { Follow } from '#contract/music/discovery/discovery.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { newTrackMail } from '../../identity/emails/notice-texts.ts';
import { queueNotice } from '../../identity/emails/queue-mail.ts';
import { trackUploadedJob } from '../tracks/create-track.ts';
import {
  deleteFollow,
  insertFollow,
  readFollowers,
  readFollowing,
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
 * Queues emails about a new track to the artist's followers in batches. A batch and the job for the next one are one
 * transaction, so that no follower is missed.
 */
export function notifyFollowers(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  { trackId, after = beforeAll }: { readonly trackId: string; readonly after?: string | undefined },
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const track = await readUploadedTrack.one(tx, { trackId });
    if (!track) return;
    const mail = newTrackMail(deps.config.publicUrl, track);
    const followers = await readFollowers.all(tx, { artistId: track.artistId, after, most: atOnce });
    for (const { id } of followers) {
      await queueNotice(tx, deps, { userId: id, kind: 'new_track', event: trackId, mail });
    }
    const last = followers.at(-1);
    if (last && followers.length === atOnce) {
      await enqueue(tx, { name: trackUploadedJob, payload: { trackId, after: last.id } });
    }
  });
}
