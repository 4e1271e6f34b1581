import type { Follow } from '#contract/music/discovery/discovery.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { deleteFollow, insertFollow, readFollowing } from './artists-store.ts';
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
