import type { SubscriptionFacts } from '../adapters/billing/billing.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { isRunning } from './billed-subscription-rules.ts';
import { moneyOf } from './billing-money-store.ts';
import { notedEnding, saveStray } from './billing-strays-store.ts';
import { carryReviews, dropCarriedReviews } from './carry-reviews.ts';
import { isCredited } from './replacement-rules.ts';
import type { Report } from './report.ts';
import { later } from './subscription-rules.ts';

/** A subscription to end at the provider after the facts are saved. */
export interface Ending {
  readonly how: 'endReplaced' | 'endReversed';
  readonly subscriptionId: string;
}

/** The plan that replaces a subscription. */
export interface Replacing {
  /** Its current allowance; undefined if it has ended. */
  readonly allowanceId: string | undefined;
  readonly customerId: string | null;
}

/**
 * How to end a subscription that a newer one has replaced. It is credited only if what was used of it counts for the
 * newer one; otherwise its money stays for what it gave. A credit helps only if both have the same customer. What was
 * decided once stays, unless the money of a credited one goes back before the provider has ended it. While the provider
 * has not responded to a refund it continues, because a credit on top of the refund would pay twice.
 * @param uploads used of the replaced one's period
 */
export async function endingOfReplaced(
  tx: Transaction,
  of: {
    readonly artistId: string;
    readonly replaced: SubscriptionFacts;
    readonly by: Replacing;
    readonly uploads: number;
    /** What was decided before; null if nothing was. */
    readonly decided: Ending['how'] | null;
    readonly now: Date;
  },
  report: Report,
): Promise<Ending | null> {
  const { artistId, replaced, by, uploads, decided, now } = of;
  if (!isRunning(replaced)) return null;
  const { id: subscriptionId } = replaced;
  const money = await moneyOf.only(tx, { subscriptionId, endsAfter: now });
  if (money.refundsUnderWay > 0) return null;
  const { allowanceId: to } = by;
  const mayCredit =
    decided !== 'endReversed' && isCredited(replaced, money) && replaced.customerId === by.customerId;
  const isCarried =
    mayCredit && to !== undefined && (await carryReviews(tx, { artistId, subscriptionId, to, uploads, now }));
  if (isCarried) return { how: 'endReplaced', subscriptionId };
  await dropCarriedReviews(tx, artistId, subscriptionId);
  if (decided === null && isCredited(replaced, money)) {
    report(
      `The subscription ${subscriptionId} was replaced and is being ended without a credit. Consider a refund at the provider.`,
    );
  }
  return { how: 'endReversed', subscriptionId };
}

/** What was decided when a subscription was replaced that the provider has not ended yet. */
export const decidedEnding = async (tx: Transaction, subscriptionId: string): Promise<Ending['how'] | null> =>
  (await notedEnding.one(tx, { subscriptionId }))?.ending ?? null;

/** Recorded until the provider has ended it: it is retried every hour, and admins see it. */
export const noteNotEnded = (
  tx: Transaction,
  { subscriptionId, how }: Ending,
  userId: string,
  now: Date,
): Promise<unknown> =>
  saveStray.run(tx, {
    subscriptionId,
    userId,
    priceId: null,
    reason: 'not_ended',
    ending: how,
    now,
    nextCheckAt: later(now),
  });
