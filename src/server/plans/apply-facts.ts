import type { SubscriptionFacts } from '../adapters/billing/billing.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { isRunning } from './billed-subscription-rules.ts';
import { moneyOf } from './billing-money-store.ts';
import { forgetStray, saveStray } from './billing-strays-store.ts';
import { isCarried } from './carried-reviews-store.ts';
import { dropCarriedReviews } from './carry-reviews.ts';
import { closePlaces } from './close-places.ts';
import { decidedEnding, type Ending, endingOfReplaced } from './end-subscriptions.ts';
import { endOfUncounted, reversalOf } from './paid-money-rules.ts';
import { planOfPrice } from './plan-prices.ts';
import { isOlder, isReplacedBy } from './replacement-rules.ts';
import type { Report } from './report.ts';
import { lastingPlan } from './running-plan.ts';
import { changeBy, later } from './subscription-rules.ts';
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
  { report, notice }: { readonly report: Report; readonly notice?: string },
): Promise<readonly Ending[]> {
  const { id: subscriptionId, priceId, nextPriceId } = facts;
  const now = clock.now();
  const planFor = (price: string | null) =>
    (price === null ? undefined : planOfPrice(billing, price)) ?? null;
  const plan = planFor(priceId);
  const decided = await decidedEnding(tx, subscriptionId);
  await (plan === null && facts.status !== 'ended'
    ? noteUnknownPrice(tx, { subscriptionId, userId, priceId, now }, report)
    : forgetStray.run(tx, { subscriptionId }));
  const known = await lockBilledSubscription.one(tx, { userId });
  const money = await moneyOf.only(tx, { subscriptionId, endsAfter: endOfUncounted(facts, known, now) });
  const change = changeBy({ ...facts, plan, nextPlan: planFor(nextPriceId) }, known, money, now);
  const isBack = reversalOf(money) !== null || money.openDisputes > 0;
  if (!change) {
    if (isBack) {
      await reportPaidTwice(tx, { userId, facts }, report);
      await closePlaces(tx, { artistId: userId, paidBy: subscriptionId, isCurrent: false, now });
    }
    return plan === null ? [] : endingOfOther(tx, { userId, facts, known, money, decided, now }, report);
  }
  const replaced = replacedBy(facts, known, other);
  const { startedAt, customerId } = facts;
  const saved = { userId, ...change, startedAt, customerId, billingSubscriptionId: subscriptionId, priceId };
  await saveBilledSubscription.run(tx, { ...saved, notice: notice ?? null, now });
  // A period has its included reviews from the start, and an upgrade adds to them by the days left.
  const by = { allowanceId: await currentAllowance(tx, userId, now), customerId };
  await dropCarriedReviews(tx, userId, subscriptionId);
  // Returned or disputed money pays for no further listeners. Those already listening have a place and are paid.
  if (isBack || change.endedFor !== null) {
    await closePlaces(tx, { artistId: userId, paidBy: subscriptionId, isCurrent: true, now });
  }
  const ending = replaced
    ? await endingOfReplaced(
        tx,
        {
          artistId: userId,
          replaced,
          by,
          uploads: known?.uploadsUsed ?? 0,
          now,
          decided: await decidedEnding(tx, replaced.id),
        },
        report,
      )
    : null;
  // The provider may still refuse a refund; until it responds, the subscription continues there.
  const isReversed = change.endedFor !== null && facts.status !== 'ended' && money.refundsUnderWay === 0;
  return [...(ending ? [ending] : []), ...(isReversed ? [reversed(subscriptionId)] : [])];
}

/** Only the operator can take back a credit at the provider. */
async function reportPaidTwice(
  tx: Transaction,
  { userId: artistId, facts: { id: subscriptionId, status } }: Pick<ReadFacts, 'userId' | 'facts'>,
  report: Report,
): Promise<void> {
  if (status !== 'ended' || !(await isCarried.only(tx, { artistId, subscriptionId })).isCarried) return;
  report(
    `The subscription ${subscriptionId} was credited when it was replaced, and now its payment is going back as well. Check the customer's credit at the provider.`,
  );
}

/** The facts of the plan that is replaced, if the provider knows it. @throws Overtaken if it is not the one that was read */
function replacedBy(
  facts: SubscriptionFacts,
  known: Parameters<typeof isReplacedBy>[1],
  other: OtherSubscription | undefined,
): SubscriptionFacts | undefined {
  if (!isReplacedBy(facts, known)) return undefined;
  if (other?.id !== known?.billingSubscriptionId) throw new Overtaken();
  return other?.facts;
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
    readonly known: Awaited<ReturnType<typeof lockBilledSubscription.one>>;
    readonly money: Parameters<typeof reversalOf>[0] & { readonly refundsUnderWay: number };
    readonly decided: Ending['how'] | null;
    readonly now: Date;
  },
  report: Report,
): Promise<readonly Ending[]> {
  const { userId, facts, known, money, decided, now } = of;
  if (isOlder(facts, known)) {
    const allowanceId = await currentAllowance(tx, userId, now);
    const by = { allowanceId, customerId: known?.customerId ?? null };
    // What its uploads were is not known anymore, unless it was counted already.
    const replaced = { artistId: userId, replaced: facts, by, uploads: 0, now, decided };
    const ending = await endingOfReplaced(tx, replaced, report);
    return ending ? [ending] : [];
  }
  const isRefunded = reversalOf(money) !== null && money.refundsUnderWay === 0;
  return isRefunded && isRunning(facts) ? [reversed(facts.id)] : [];
}

async function noteUnknownPrice(
  tx: Transaction,
  stray: { subscriptionId: string; userId: string; priceId: string | null; now: Date },
  report: Report,
): Promise<void> {
  await saveStray.run(tx, { ...stray, reason: 'unknown_price', ending: null, nextCheckAt: later(stray.now) });
  report(
    `The subscription ${stray.subscriptionId} is on the price ${stray.priceId ?? '(none)'}, which no STRIPE_PRICE_ setting names.`,
  );
}
