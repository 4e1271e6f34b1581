import type { Answer } from '#contract/call.ts';
import type {
  addReviews as addCall,
  takeBackReviews as takeBackCall,
} from '#contract/plans/balance/balance.ts';
import { answerOnce } from '../../adapters/database/answer-once.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { assignReviews, takeBackReviews } from './assign-reviews.ts';
import { lockTrackState } from './assignments-store.ts';
import { lockArtist } from './lots-store.ts';
import { readBalance } from './read-balance.ts';

interface Asked {
  readonly artistId: string;
  readonly trackId: string;
  readonly reviews: number;
}
interface Once {
  readonly key: string;
  readonly onRepeat: () => void;
}

/**
 * Assigns more reviews to the artist's own track, once per key.
 * @throws Refusal not_found, track_deleted, track_taken_down, too_few_reviews, key_reused
 */
export function addReviews(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { artistId, trackId, reviews }: Asked,
  once: Once,
): Promise<Answer<typeof addCall>> {
  const now = clock.now();
  const act = { userId: artistId, call: 'addReviews', request: { trackId, reviews }, now, ...once };
  return database.transaction((tx) =>
    answerOnce(tx, act, async () => {
      await lockArtist.only(tx, { artistId });
      const track = (await lockTrackState.one(tx, { trackId, artistId })) ?? refuse('not_found');
      if (track.status === 'deleted') refuse('track_deleted');
      if (track.status === 'taken_down') refuse('track_taken_down');
      await assignReviews(tx, { artistId, trackId, reviews, reviewers: track.reviewers, now });
      return { assigned: reviews, left: (await readBalance(tx, artistId, now)).left };
    }),
  );
}

/**
 * Takes back reviews of the artist's own track that no listener has, once per key.
 * @throws Refusal not_found, too_few_places, key_reused
 */
export function giveBackReviews(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { artistId, trackId, reviews }: Asked,
  once: Once,
): Promise<Answer<typeof takeBackCall>> {
  const now = clock.now();
  const act = { userId: artistId, call: 'takeBackReviews', request: { trackId, reviews }, now, ...once };
  return database.transaction((tx) =>
    answerOnce(tx, act, async () => {
      await lockArtist.only(tx, { artistId });
      if (!(await lockTrackState.one(tx, { trackId, artistId }))) refuse('not_found');
      await takeBackReviews(tx, { trackId, reviews });
      return { takenBack: reviews, left: (await readBalance(tx, artistId, now)).left };
    }),
  );
}
