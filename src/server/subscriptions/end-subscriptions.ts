import type { SubscriptionFacts } from '../adapters/billing/billing.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { moneyOf } from './billing-money-store.ts';
import { saveStray } from './billing-strays-store.ts';
import { carryOver, replacedAllowance } from './carried-reviews-store.ts';
import { isCredited, isRunning, later } from './subscription-rules.ts';

/** A subscription to end at the provider after the facts are saved. */
export interface Ending {
  readonly how: 'endReplaced' | 'endReversed';
  readonly subscriptionId: string;
}

/**
 * How to end a subscription that a newer one has replaced. It is credited only if what was used of it counts for the
 * newer one; otherwise its money stays for what it gave. The answer is the same each time, so it can be asked again
 * until the provider has ended it. While the provider has not responded to a refund it continues, because a credit on
 * top of the refund would pay twice.
 * @param to the allowance of the newer one
 */
export async function endingOfReplaced(
  tx: Transaction,
  of: {
    readonly artistId: string;
    readonly replaced: SubscriptionFacts;
    readonly to: string | undefined;
    readonly now: Date;
  },
): Promise<Ending | null> {
  const { artistId, replaced, to, now } = of;
  if (!isRunning(replaced)) return null;
  const { id: subscriptionId } = replaced;
  const money = await moneyOf.only(tx, { subscriptionId, endsAfter: now });
  if (money.refundsUnderWay > 0) return null;
  const isCarried = isCredited(replaced, money) && (await carry(tx, { artistId, subscriptionId, to, now }));
  return { how: isCarried ? 'endReplaced' : 'endReversed', subscriptionId };
}

/** Counts what was taken of a replaced subscription for the newer one, once. False if that one has fewer reviews left. */
async function carry(
  tx: Transaction,
  of: {
    readonly artistId: string;
    readonly subscriptionId: string;
    readonly to: string | undefined;
    readonly now: Date;
  },
): Promise<boolean> {
  const { artistId, subscriptionId, to, now } = of;
  if (to === undefined) return false;
  const former = await replacedAllowance.one(tx, { artistId, subscriptionId, now });
  if (former === undefined || former.carriedTo !== null) return true;
  return (await carryOver.one(tx, { from: former.id, to })) !== undefined;
}

/** Recorded until the provider has ended it: it is retried every hour, and admins see it. */
export const noteNotEnded = (
  tx: Transaction,
  subscriptionId: string,
  userId: string,
  now: Date,
): Promise<unknown> =>
  saveStray.run(tx, {
    ...{ subscriptionId, userId, priceId: null, reason: 'not_ended', now },
    nextCheckAt: later(now),
  });
