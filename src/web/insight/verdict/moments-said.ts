import type { MomentCluster } from '#contract/insight/verdict/verdict.ts';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { textParts } from '#web/reviewing/reviews/comment-times.ts';

/** What a listener wrote about one moment. */
export interface SaidMoment {
  readonly key: string;
  readonly second: number;
  readonly text: string;
  readonly listenerName: string;
  readonly rating: number;
  readonly createdAt: string;
}

const sentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/);

/** Notes, and sentences of comments with a time, in track order. */
export function momentsSaid(reviews: readonly TrackReview[], durationSeconds: number): SaidMoment[] {
  return reviews
    .flatMap(({ id, notes, comment, listenerName, rating, createdAt }) => {
      const by = { listenerName, rating, createdAt };
      const noted = notes.map(({ atSecond, note }, place) => ({
        ...by,
        key: `${id} note ${place}`,
        second: atSecond,
        text: note,
      }));
      const named = sentences(comment).flatMap((text, place) =>
        textParts(text, durationSeconds).flatMap((part, at) =>
          'second' in part ? [{ ...by, key: `${id} ${place} ${at}`, second: part.second, text }] : [],
        ),
      );
      return [...noted, ...named];
    })
    .sort((a, b) => a.second - b.second);
}

/** More would be a list to read instead of a moment to hear. */
const mostQuotes = 3;

/** The newest sentences about a moment: those with a second inside it. A text that several wrote appears once. */
export function saidAbout(said: readonly SaidMoment[], { from, to }: MomentCluster): SaidMoment[] {
  const inside = said
    .filter(({ second }) => from <= second && second < to)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return inside
    .filter(({ text }, place) => inside.findIndex((other) => other.text === text) === place)
    .slice(0, mostQuotes);
}

/** A sentence stays beside the player for this long. */
const shownSeconds = 8;

/** The last sentence about a second that has just been played. */
export const saidAt = (said: readonly SaidMoment[], position: number): SaidMoment | undefined =>
  said.filter(({ second }) => second <= position && position - second < shownSeconds).at(-1);
