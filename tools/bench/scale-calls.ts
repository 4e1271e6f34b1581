import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '#server/adapters/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listMovements, readWallet } from '#server/money/wallet/read-wallet.ts';
import { listPublicTracks, readDiscovery, searchTracks } from '#server/music/discovery/read-discovery.ts';
import { listArtistTracks, readPublicArtist } from '#server/music/discovery/read-public-artist.ts';
import { listActivity } from '#server/operation/admin/list-activity.ts';
import { listPendingPayouts } from '#server/operation/admin/list-pending-payouts.ts';
import { listReviewsToDecide } from '#server/operation/admin/list-reviews-to-decide.ts';
import { readPlatformStats } from '#server/operation/admin/read-figures.ts';
import { listUsers } from '#server/operation/admin/read-users.ts';
import { nextTrack } from '#server/reviewing/listening/next-track.ts';
import { recordPlayEvent } from '#server/reviewing/listening/record-play-event.ts';
import { skipTrack } from '#server/reviewing/listening/skip-track.ts';
import { judgeReview } from '#server/reviewing/reviews/judge-review.ts';
import { readAnalytics } from '#server/reviewing/reviews/read-analytics.ts';
import { submitReview } from '#server/reviewing/reviews/submit-review.ts';
import { sql } from '#tests/support/world/sql.ts';
import { listenersOf, type PlatformSize } from './scale-data.ts';
import { comment } from './statement-scripts.ts';

/** A platform to measure, with its data. */
export interface Platform {
  readonly size: PlatformSize;
  readonly deps: Dependencies;
  readonly owner: Queryable;
}

/** Prepares a call for a round and returns it. Only the returned call is timed. */
export type ScaleCall = (platform: Platform, round: number) => Promise<() => Promise<unknown>>;

/** The same ids as in the SQL that makes the data. */
function idOf(kind: string, number: number): string {
  const digits = hash('md5', `${kind} ${number}`);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}

const listener = ({ size }: Platform, round: number) => idOf('listener', (round * 37) % listenersOf(size));
const artist = ({ size }: Platform, round: number) => idOf('artist', (round * 37) % (size.tracks / 10));
const callerOf = (userId: string) => ({
  userId,
  sessionId: randomUUID(),
  userType: 'listener' as const,
  isAdmin: false,
});

/** A client with a network and browser that nobody else uses. */
const client = { address: '203.0.113.7', device: 'bench', deviceMark: 'abcdefghijklmnopqrstuv' };

async function serve({ deps }: Platform, userId: string): Promise<string> {
  const { track } = await nextTrack(deps, callerOf(userId), client, {});
  if (!track) throw new Error('Nothing was served.');
  return track.trackId;
}

const simple =
  (call: (platform: Platform, round: number) => Promise<unknown>): ScaleCall =>
  async (platform, round) =>
  () =>
    call(platform, round);

const admin = randomUUID();

const Id = z.looseObject({ id: z.uuid() });
const scaleCall = (name: string, platform: Platform, round: number): Promise<() => Promise<unknown>> => {
  const call = scaleCalls[name];
  if (!call) throw new Error(`There is no call ${name}.`);
  return call(platform, round);
};

export const scaleCalls: Readonly<Record<string, ScaleCall>> = {
  'next track': async (platform, round) => {
    const userId = listener(platform, round);
    await skipTrack(platform.deps, userId, await serve(platform, userId));
    return () => serve(platform, userId);
  },
  'play event': async (platform, round) => {
    const userId = listener(platform, round);
    const trackId = await serve(platform, userId);
    const sessionId = randomUUID();
    return () =>
      recordPlayEvent(platform.deps, userId, {
        trackId,
        sessionId,
        event: 'start',
        positionSeconds: 0,
        playing: false,
      });
  },
  'submit review': async (platform, round) => {
    const userId = listener(platform, round);
    const trackId = await serve(platform, userId);
    await sql(
      platform.owner,
      `update leases set listened_ms = 90000, bytes_sent = 1000000, unlocked_at = now()
       where listener_id = $1 and closed_at is null`,
      [userId],
    );
    const prompts = { worked: null, didNotWork: null, toChange: null };
    const review = { trackId, rating: 4, comment, prompts, notes: [], answers: [] };
    return () => submitReview(platform.deps, { listenerId: userId, client }, review, { key: randomUUID() });
  },
  'judge review': async (platform, round) => {
    const submit = await scaleCall('submit review', platform, round);
    const { id } = Id.parse(await submit());
    return () => judgeReview(platform.deps, id);
  },
  'public tracks': simple(({ deps }) => listPublicTracks(deps, {})),
  'tracks of a genre': simple(({ deps }) => listPublicTracks(deps, { genre: 'indie' })),
  discover: simple(({ deps }) => readDiscovery(deps, {})),
  'search for a common word': simple(({ deps }) => searchTracks(deps, { words: 'harbour' })),
  'search for rare words': simple(({ deps }, round) =>
    searchTracks(deps, { words: `tiger ${round * 37 + 100}` }),
  ),
  // As many tracks have it on a platform of any size.
  'search for one title': simple(({ deps, size }, round) =>
    searchTracks(deps, { words: `${Math.floor(size.tracks / 2) + round * 37}` }),
  ),
  'artist page': simple(async (platform, round) => {
    const artistId = artist(platform, round);
    await readPublicArtist(platform.deps, artistId, undefined);
    await listArtistTracks(platform.deps, { artistId }, undefined);
  }),
  analytics: simple((platform, round) => readAnalytics(platform.deps, artist(platform, round), undefined)),
  wallet: simple((platform, round) => readWallet(platform.deps, listener(platform, round))),
  movements: simple((platform, round) =>
    listMovements(platform.deps, listener(platform, round), { size: 20 }),
  ),
  'admin figures': simple(({ deps }) => readPlatformStats(deps)),
  'admin users': simple(({ deps }) => listUsers(deps, {})),
  'admin users by name': simple(({ deps }, round) => listUsers(deps, { search: `listener${round + 10}@` })),
  'admin reviews waiting': simple(({ deps }) => listReviewsToDecide(deps, admin, { view: 'waiting' })),
  'admin reviews decided': simple(({ deps }) => listReviewsToDecide(deps, admin, { view: 'decided' })),
  'admin payouts': simple(({ deps }) => listPendingPayouts(deps, admin, { order: 'newest' })),
  'admin activity': simple(({ deps }) => listActivity(deps, {})),
};
