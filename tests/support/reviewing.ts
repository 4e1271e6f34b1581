import { approveReview } from '#server/wallet/approve-review.ts';
import type { TestDatabase } from './database.ts';
import { aReview } from './rows.ts';

/** A comment that every approval rule finds clean. */
export const anHonestComment =
  'The opening riff pulled me in at once and the drums sit right behind it, tight but never stiff. Around the middle the ' +
  'guitars thicken and I lost the lead for a moment, so I would carve some room there. The ending comes a little early; ' +
  'another turn of that chorus would have earned its place.';

interface Earning {
  readonly testDatabase: Pick<TestDatabase, 'ownerDatabase' | 'database'>;
}

/** Approved reviews of a listener, each of a track of its own: 15 cents apiece. */
export async function earnedBy(
  { testDatabase }: Earning,
  listenerId: string,
  reviews: number,
): Promise<void> {
  for (let i = 0; i < reviews; i += 1) {
    const { id } = await aReview(testDatabase.ownerDatabase, { listenerId });
    const outcome = await testDatabase.database.transaction((tx) =>
      approveReview(tx, { reviewId: id, decidedBy: null }),
    );
    if (outcome !== 'done') throw new Error(`The review was not approved: ${outcome}`);
  }
}
