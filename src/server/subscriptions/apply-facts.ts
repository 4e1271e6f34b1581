import type { SubscriptionFacts } from '../adapters/billing/billing.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { moneyOf } from './billing-money-store.ts';
import { forgetStray, saveStray } from './billing-strays-store.ts';
import { carryUploads } from './carried-reviews-store.ts';
import { closePlaces } from './close-places.ts';
import { type Ending, endingOfReplaced } from './end-subscriptions.ts';
import { planOfPrice } from './plan-prices.ts';
import { lastingPlan } from './running-plan.ts';
import {
  changeBy,
  endOfUncounted,
  isOlder,
  isReplacedBy,
  isRunning,
  later,
  reversalOf,
} from './subscription-rules.ts';
import { lockBilledSubscription, saveBilledSubscription } from './subscriptions-store.ts';
import { keepAllowance } from './take-places.ts';

type Needs = Pick<Dependencies, 'billing' | 'clock'>;

/** What was read at the provider. */
export interface ReadFacts {
  readonly userId: string;
  readonly facts: SubscriptionFacts;
  /** The subscription that this one would replace, and its facts, if the provider knows it. */
  readonly other: OtherSubscription | undefined;
}

export interface OtherSubscription {
  readonly id: string;
  readonly facts: SubscriptionFacts | undefined;
}

/** Rolls a read back: a concurrent one saved something that may be newer. */
export class Overtaken extends Error {}

/**
 * Updates the user's plan from the facts of a subscription, and closes places whose money went back. Its payments are
 * saved already. Returns which subscriptions to end at the provider afterwards.
 * @throws Overtaken if the plan is no longer the one that was read
 */
export async function applyFacts(
  tx: Transaction,
  { billing, clock }: Needs,
  { userId, facts, other }: ReadFacts,
  { report, notice }: { readonly report: (line: string) => void; readonly notice?: string },
): Promise<readonly Ending[]> {
  const { id: subscriptionId, priceId, nextPriceId } = facts;
  const now = clock.now();
  const planFor = (price: string | null) =>
    (price === null ? undefined : planOfPrice(billing, price)) ?? null;
  const plan = planFor(priceId);
  await (plan === null && facts.status !== 'ended'
    ? noteUnknownPrice(tx, { subscriptionId, userId, priceId, now }, report)
    : forgetStray.run(tx, { subscriptionId }));
  const known = await lockBilledSubscription.one(tx, { userId });
  const money = await moneyOf.only(tx, { subscriptionId, endsAfter: endOfUncounted(facts, known, now) });
  const change = changeBy({ ...facts, plan, nextPlan: planFor(nextPriceId) }, known, money, now);
  const isBack = reversalOf(money) !== null || money.openDisputes > 0;
  const close = (isCurrent: boolean) =>
    closePlaces(tx, { artistId: userId, paidBy: subscriptionId, isCurrent, now });
  if (!change) {
    if (isBack) await close(false);
    return plan === null ? [] : endingOfOther(tx, { userId, facts, known, money, now });
  }
  const replaced = isReplacedBy(facts, known) ? known?.billingSubscriptionId : null;
  if (replaced && other?.id !== replaced) throw new Overtaken();
  await saveBilledSubscription.run(tx, {
    userId,
    ...change,
    startedAt: facts.startedAt,
    customerId: facts.customerId,
    billingSubscriptionId: subscriptionId,
    priceId,
    notice: notice ?? null,
    now,
  });
  // A period has its included reviews from the start, and an upgrade adds to them by the days left.
  const to = await currentAllowance(tx, userId, now);
  // Returned or disputed money pays for no further listeners. Those already listening have a place and are paid.
  if (isBack || change.endedFor !== null) await close(true);
  const ending =
    replaced && other?.facts
      ? await endingOfReplaced(tx, { artistId: userId, replaced: other.facts, to, now })
      : null;
  if (ending?.how === 'endReplaced') {
    await carryUploads.run(tx, { userId, uploadsUsed: known?.uploadsUsed ?? 0 });
  }
  // The provider may still refuse a refund; until it responds, the subscription continues there.
  const isReversed = change.endedFor !== null && facts.status !== 'ended' && money.refundsUnderWay === 0;
  return [...(ending ? [ending] : []), ...(isReversed ? [reversed(subscriptionId)] : [])];
}

const reversed = (subscriptionId: string): Ending => ({ how: 'endReversed', subscriptionId });

/** The allowance of the plan's current period; undefined if there is no plan. */
async function currentAllowance(tx: Transaction, userId: string, now: Date): Promise<string | undefined> {
  const lasting = await lastingPlan(tx, userId, now);
  return lasting && (await keepAllowance(tx, userId, lasting, now)).id;
}

/** How to end a subscription that is not the user's plan: a newer one replaced it, or it was refunded before it began. */
async function endingOfOther(
  tx: Transaction,
  of: {
    readonly userId: string;
    readonly facts: SubscriptionFacts;
    readonly known: Parameters<typeof isOlder>[1];
    readonly money: Parameters<typeof reversalOf>[0] & { readonly refundsUnderWay: number };
    readonly now: Date;
  },
): Promise<readonly Ending[]> {
  const { userId, facts, known, money, now } = of;
  if (isOlder(facts, known)) {
    const to = await currentAllowance(tx, userId, now);
    const ending = await endingOfReplaced(tx, { artistId: userId, replaced: facts, to, now });
    return ending ? [ending] : [];
  }
  const isRefunded = reversalOf(money) !== null && money.refundsUnderWay === 0;
  return isRefunded && isRunning(facts) ? [reversed(facts.id)] : [];
}

async function noteUnknownPrice(
  tx: Transaction,
  stray: { subscriptionId: string; userId: string; priceId: string | null; now: Date },
  report: (line: string) => void,
): Promise<void> {
  await saveStray.run(tx, { ...stray, reason: 'unknown_price', nextCheckAt: later(stray.now) });
  report(
    `The subscription ${stray.subscriptionId} is on the price ${stray.priceId ?? '(none)'}, which no STRIPE_PRICE_ setting names.`,
  );
}
