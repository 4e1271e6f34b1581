import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { indexText } from './near-equal-texts.ts';
import { rememberTaken, removeTextsBefore, reviewsToTake } from './review-texts-store.ts';
import { comparedDays } from './text-rules.ts';

const atOnce = 200;
/** The most texts in one run of the job, which runs every minute. */
const mostBatches = 25;
const sweptAtOnce = 1000;

type Needs = Pick<Dependencies, 'database' | 'clock'>;

export const indexReviewTextsJob = 'index-review-texts';

/** Adds reviews from before the index, batch by batch, until it holds 180 days. */
export async function indexReviewTexts({ database, clock }: Needs): Promise<void> {
  const since = new Date(clock.now().getTime() - comparedDays * dayMilliseconds);
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const taken = await database.transaction(async (tx) => {
      const reviews = await reviewsToTake.all(tx, { since, most: atOnce });
      for (const { id, comment, createdAt } of reviews) {
        await indexText(tx, { reviewId: id, comment, sentAt: createdAt });
      }
      const last = reviews.at(-1);
      // Other reviews may share the last one's millisecond, so it is read again.
      if (last) await rememberTaken.run(tx, { before: new Date(last.createdAt.getTime() + 1) });
      return reviews.length;
    });
    if (taken < atOnce) return;
  }
}

/** Deletes texts that are too old to be compared. */
export async function sweepReviewTexts({ database, clock }: Needs): Promise<void> {
  const before = new Date(clock.now().getTime() - comparedDays * dayMilliseconds);
  while ((await removeTextsBefore.run(database, { before, most: sweptAtOnce })) > 0);
}
