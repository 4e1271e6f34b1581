import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { textParts } from '#web/reviewing/reviews/comment-times.ts';

/** What a listener wrote about one moment. */
export interface SaidMoment {
  readonly key: string;
  readonly second: number;
  readonly text: string;
  readonly listenerName: string;
  readonly rating: number;
}

const sentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/);

/** Notes, and sentences of comments with a time, in track order. */
export function momentsSaid(reviews: readonly TrackReview[], durationSeconds: number): SaidMoment[] {
  return reviews
    .flatMap(({ id, notes, comment, listenerName, rating }) => {
      const by = { listenerName, rating };
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
