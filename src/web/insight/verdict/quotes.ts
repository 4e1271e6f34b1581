import type { MomentCluster } from '#contract/insight/verdict/verdict.ts';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { textParts } from '#web/reviewing/reviews/comment-times.ts';

/** What a listener wrote about one moment. */
export interface Quote {
  readonly key: string;
  readonly reviewId: string;
  readonly second: number;
  readonly text: string;
  readonly listenerName: string;
  readonly rating: number;
  readonly createdAt: string;
  /** What the listener marked. */
  readonly marked: TrackReview['moments'];
}

const sentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/);

/** Notes, and sentences of comments with a time, in track order. */
export function quotesOf(reviews: readonly TrackReview[], durationSeconds: number): Quote[] {
  return reviews
    .flatMap(({ id, notes, comment, listenerName, rating, createdAt, moments: marked }) => {
      const source = { reviewId: id, listenerName, rating, createdAt, marked };
      const noted = notes.map(({ atSecond, note }, place) => ({
        ...source,
        key: `${id} note ${place}`,
        second: atSecond,
        text: note,
      }));
      const named = sentences(comment).flatMap((text, place) =>
        textParts(text, durationSeconds).flatMap((part, at) =>
          'second' in part ? [{ ...source, key: `${id} ${place} ${at}`, second: part.second, text }] : [],
        ),
      );
      return [...noted, ...named];
    })
    .sort((a, b) => a.second - b.second);
}

/** More would be a list to read instead of a moment to hear. */
const mostQuotes = 3;

/**
 * Sentences about a moment: those with a second inside it. Listeners who marked it come first, because others may say the
 * opposite; then the newest. Each listener and each text appears once.
 */
export function quotesAbout(quotes: readonly Quote[], { kind, from, to }: MomentCluster): Quote[] {
  const isInside = (second: number) => from <= second && second < to;
  const hasMarked = ({ marked }: Quote) =>
    marked.some((mark) => mark.kind === kind && isInside(mark.atSecond));
  const newest = quotes
    .filter(({ second }) => isInside(second))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const inside = [...newest.filter(hasMarked), ...newest.filter((one) => !hasMarked(one))];
  return inside
    .filter(
      ({ text, reviewId }, place) =>
        !inside.slice(0, place).some((other) => other.text === text || other.reviewId === reviewId),
    )
    .slice(0, mostQuotes);
}

/** A sentence stays beside the player for this long. */
const shownSeconds = 8;

/** The last sentence about a second that has just been played. */
export const quoteAt = (quotes: readonly Quote[], position: number): Quote | undefined =>
  quotes.filter(({ second }) => second <= position && position - second < shownSeconds).at(-1);
