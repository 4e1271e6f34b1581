import type { Transaction } from '../../adapters/database/database.ts';
import { lastingSubscription, runningSubscription, type Subscription } from './eligibility-rules.ts';
import { lockSubscription } from './subscriptions-store.ts';

/** The plan that an artist can use for uploads now, locked; undefined if there is none. */
export const runningPlan = async (
  tx: Transaction,
  artistId: string,
  now: Date,
): Promise<Subscription | undefined> => runningSubscription(await lastingPlan(tx, artistId, now), now);

/** An artist's plan that has not ended, locked; it may be paused. */
export const lastingPlan = async (
  tx: Transaction,
  artistId: string,
  now: Date,
): Promise<Subscription | undefined> =>
  lastingSubscription(await lockSubscription.one(tx, { userId: artistId }), now);
