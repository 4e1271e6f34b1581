import { mostOpenPresses, pressHours, type ReviewPress } from '#contract/reviewing/reviews/review-press.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { rightEndsUntil } from '../../trust/standing/dismissal-rules.ts';
import {
  deletePress,
  holdingPress,
  insertPress,
  lockPresses,
  lockReview,
  pressedSince,
  pressesOfLinked,
  pressOf,
} from './readings-store.ts';

interface Press {
  readonly askedAt: Date;
  readonly readAt: Date | null;
}

export function pressState({ askedAt, readAt }: Press, now: Date): ReviewPress {
  if (readAt !== null) return 'read';
  return now.getTime() - askedAt.getTime() < pressHours * 3_600_000 ? 'open' : 'expired';
}

/**
 * The artist says that a review says nothing about their track, or takes that back. While the press is open, a New listener's
 * review in its first 24 hours is not approved automatically. Repeats change nothing.
 * @throws Refusal not_found, press_limit, press_ended; pressed_already if it was read or has expired
 */
export function pressReview(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  artistId: string,
  reviewId: string,
  pressed: boolean,
): Promise<{ press: ReviewPress | null }> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    await lockPresses.run(tx, {});
    const review = await lockReview.one(tx, { reviewId });
    const isShown = review?.status === 'pending' || review?.status === 'approved';
    if (review?.artistId !== artistId || !isShown) refuse('not_found');
    const earlier = await pressOf.one(tx, { reviewId });
    if (!pressed) {
      if (earlier) await takeBack(tx, reviewId, earlier, now);
      return { press: null };
    }
    if (!earlier) {
      await requireRight(tx, artistId, now);
      await insertPress.run(tx, { reviewId, now });
      return { press: 'open' };
    }
    if (pressState(earlier, now) !== 'open') refuse('pressed_already');
    return { press: 'open' };
  });
}

/** The rules judge the review again at once: it may have waited for the press alone. */
async function takeBack(tx: Transaction, reviewId: string, earlier: Press, now: Date): Promise<void> {
  if (pressState(earlier, now) !== 'open') refuse('pressed_already');
  const held = await holdingPress.one(tx, { reviewId, since: pressedSince(now) });
  await deletePress.run(tx, { reviewId });
  if (held)
    await enqueue(tx, { name: 'judge-review', payload: { reviewId }, key: `judge-review:${reviewId}` });
}

async function requireRight(tx: Transaction, artistId: string, now: Date): Promise<void> {
  const presses = await pressesOfLinked.all(tx, { artistId, since: pressedSince(now) });
  const dismissals = presses.flatMap(({ readAt }) => readAt ?? []);
  const until = rightEndsUntil(dismissals, now);
  if (until) refuse('press_ended', { until: until.toISOString() });
  if (presses.length - dismissals.length >= mostOpenPresses) refuse('press_limit');
}
