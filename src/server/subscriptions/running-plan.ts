import type { Transaction } from '../adapters/database/database.ts';
import { runningSubscription, type Subscription } from './eligibility-rules.ts';
import { lockSubscription } from './subscriptions-store.ts';

/** The plan that an artist can upload on now, locked; undefined when there is none. */
export const runningPlan = async (
  tx: Transaction,
  artistId: string,
  now: Date,
): Promise<Subscription | undefined> =>
  runningSubscription(await lockSubscription.one(tx, { userId: artistId }), now);
