import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { deleteTrack } from '#server/music/tracks/own-tracks.ts';
import { openSampleSession } from './make-person.ts';
import { makeReview } from './make-review.ts';
import { makeTrack } from './make-track.ts';
import { sampleComment, samplePrompts } from './sample-comments.ts';
import { plainHearing } from './sample-hearing.ts';
import { sampleSketch } from './sample-tracks.ts';
import type { SteppingClock } from './stepping-clock.ts';

/** With so many sketches per artist, a listener earns enough for a payout. */
const rounds = 11;
/** At most two sketches per artist in 30 days, which the approval rules do not flag. */
const daysBetween = 16;
export const pastDays = rounds * daysBetween;

const day = 24 * 3600;
/**
 * Creates the listeners' earlier earnings: short sketches that were reviewed and then deleted. So every amount in a
 * sample wallet comes from a review.
 */
export async function makePast(
  deps: Dependencies & { clock: SteppingClock },
  artists: readonly Caller[],
  people: readonly Caller[],
): Promise<number> {
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    // New sessions: unused ones end after 30 days.
    const listeners = await Promise.all(people.map((person) => openSampleSession(deps, person)));
    const ends = deps.clock.now().getTime() / 1000 + daysBetween * day;
    for (const [place, artist] of artists.entries()) {
      const { id: trackId } = await makeTrack(deps, artist, sampleSketch(place, round + 1));
      deps.clock.advance(3600);
      // In parallel, because each report advances the shared clock, and a report covers at most six seconds.
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
