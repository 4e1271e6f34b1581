import type { Caller } from '#server/caller.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { deleteTrack } from '#server/tracks/delete-track.ts';
import { openSampleSession } from './make-person.ts';
import { makeReview } from './make-review.ts';
import { makeTrack } from './make-track.ts';
import { sampleComment, samplePrompts } from './sample-comments.ts';
import type { SampleHearing } from './sample-hearing.ts';
import { sampleSketch } from './sample-tracks.ts';
import type { SteppingClock } from './stepping-clock.ts';

/** So many sketches of each artist earn a listener what a payout needs. */
const rounds = 11;
/** Two sketches of an artist in 30 days, which the approval rules do not doubt. */
const daysBetween = 16;
export const pastDays = rounds * daysBetween;

const day = 24 * 3600;
/** The sketches are too short for more. */
const plainHearing: Omit<SampleHearing, 'rating'> = {
  ...{ unpaidSeconds: 0, stop: 'sent', jumpsAt: null, remarkAt: null },
  moments: [],
  notes: [],
};

/**
 * What the sample listeners earned before the tracks of today: short sketches that were reviewed and deleted again. So every
 * amount in a sample wallet comes from a review.
 */
export async function makePast(
  deps: Dependencies & { clock: SteppingClock },
  artists: readonly Caller[],
  people: readonly Caller[],
): Promise<number> {
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    // A session that nobody uses for 30 days ends.
    const listeners = await Promise.all(people.map((person) => openSampleSession(deps, person)));
    const ends = deps.clock.now().getTime() / 1000 + daysBetween * day;
    for (const [place, artist] of artists.entries()) {
      const { id: trackId } = await makeTrack(deps, artist, sampleSketch(place, round + 1));
      deps.clock.advance(3600);
      // At once: each report moves the clock on for all of them, and none vouches for more than its six seconds.
      await Promise.all(
        listeners.map((caller, listener) => {
          const number = count + listener;
          return makeReview(deps, caller, {
            trackId,
            comment: sampleComment(number),
            prompts: samplePrompts(number),
            hearing: { ...plainHearing, rating: 2 + (number % 4) },
          });
        }),
      );
      count += listeners.length;
      await deleteTrack(deps, artist.userId, trackId);
    }
    deps.clock.set(new Date(ends * 1000));
  }
  return count;
}
