import type { Queryable } from '../adapters/database/database.ts';
import { type PlanTerms, planTerms, runningSubscription } from './eligibility-rules.ts';
import { readSubscription } from './subscriptions-store.ts';

/** The artist's plan at this moment, with the priority weight and the review target that a track gets from it. */
export async function planOf(db: Queryable, artistId: string, now: Date): Promise<PlanTerms> {
  return planTerms(runningSubscription(await readSubscription.one(db, { userId: artistId }), now));
}
