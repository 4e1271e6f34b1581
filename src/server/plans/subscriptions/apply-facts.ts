import type { Transaction } from '../../adapters/database/database.ts';
import type { SubscriptionFacts } from '../../adapters/payments/billing.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { addPlanLots } from '../balance/lots.ts';
import { isRunning } from './billed-subscription-rules.ts';
import { moneyOf } from './billing-money-store.ts';
import { forgetStray, saveStray } from './billing-strays-store.ts';
import { lastingSubscription } from './eligibility-rules.ts';
import { endOfUncounted } from './paid-money-rules.ts';
import { planOfPrice } from './plan-prices.ts';
import { Overtaken } from './read-unless-overtaken.ts';
import type { Report } from './report.ts';
import { lastingPlan } from './running-plan.ts';
import { isToRefund, noteNotEnded, sendBack } from './send-back.ts';
import { changeBy, later, otherPlan } from './subscription-rules.ts';
import { lockBilledSubscription, saveBilledSubscription } from './subscriptions-store.ts';

type Needs = Pick<Dependencies, 'billing' | 'clock'>;

/** What was read at the provider. */
export interface ReadFacts {
  readonly userId: string;
  readonly facts: SubscriptionFacts;
  /** The plan that the user has with another subscription, and its facts, if the provider knows it. */
  readonly other: OtherSubscription | undefined;
  /** Payments that were not known before. */
  readonly newPayments: readonly string[];
}

export interface OtherSubscription {
  readonly id: string;
  readonly facts: SubscriptionFacts | undefined;
}

/**
 * Updates the user's plan from the facts of a subscription whose payments are saved already. While the plan lasts,
 * another subscription brings nothing and is sent back. Returns which subscriptions to end at the provider afterwards.
 * @throws Overtaken if the plan is no longer the one that was read
 */
export async function applyFacts(
  tx: Transaction,
  { billing, clock }: Needs,
  { userId, facts, other, newPayments }: ReadFacts,
  { report, notice }: { readonly report: Report; readonly notice?: string },
): Promise<readonly string[]> {
  const { id: subscriptionId, priceId, nextPriceId, startedAt, customerId } = facts;
  const now = clock.now();
  const planFor = (price: string | null) =>
    (price === null ? undefined : planOfPrice(billing, price)) ?? null;
  const plan = planFor(priceId);
  const known = await lockBilledSubscription.one(tx, { userId });
  const former = otherPlan(known, subscriptionId);
  if (former?.billingSubscriptionId !== other?.id) throw new Overtaken();
  const isFormerThere = other?.facts !== undefined && other.facts.status !== 'ended';
  const isSecond = plan !== null && isFormerThere && lastingSubscription(former, now) !== undefined;
  if (isSecond || (await isToRefund(tx, subscriptionId))) {
    return sendBack(tx, { userId, facts, newPayments, now }, report);
  }
  await (plan === null && facts.status !== 'ended'
    ? noteUnknownPrice(tx, { subscriptionId, userId, priceId, now }, report)
    : forgetStray.run(tx, { subscriptionId }));
  const money = await moneyOf.only(tx, { subscriptionId, endsAfter: endOfUncounted(facts, known, now) });
  const change = changeBy({ ...facts, plan, nextPlan: planFor(nextPriceId) }, known, money, now);
  if (!change) return [];
  const saved = { userId, ...change, startedAt, customerId, billingSubscriptionId: subscriptionId, priceId };
  await saveBilledSubscription.run(tx, { ...saved, notice: notice ?? null, now });
  const running = await lastingPlan(tx, userId, now);
  // A period that is over brings nothing anymore.
  if (running && running.periodEnd > now) await addPlanLots(tx, { artistId: userId, running, now });
  // The provider may still refuse a refund; until it responds, the subscription continues there.
  const isReversed = change.endedFor !== null && facts.status !== 'ended' && money.refundsUnderWay === 0;
  const ended = [
    ...(isReversed ? [subscriptionId] : []),
    // The plan before this one has ended here, but the provider would bill it again.
    ...(other?.facts && isRunning(other.facts) ? [other.id] : []),
  ];
  for (const id of ended) await noteNotEnded(tx, { subscriptionId: id, userId, now });
  return ended;
}

async function noteUnknownPrice(
  tx: Transaction,
  stray: { subscriptionId: string; userId: string; priceId: string | null; now: Date },
  report: Report,
): Promise<void> {
  await saveStray.run(tx, { ...stray, reason: 'unknown_price', nextCheckAt: later(stray.now) });
  report(
    `The subscription ${stray.subscriptionId} is on the price ${stray.priceId ?? '(none)'}, which no STRIPE_PRICE_ setting names.`,
  );
}
