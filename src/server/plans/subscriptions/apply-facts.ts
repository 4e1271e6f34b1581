import type { Pack } from '#contract/business-rules.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { PaymentFacts, SubscriptionFacts } from '../../adapters/payments/billing.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Report } from '../../foundation/operator-messages.ts';
import { cardMark } from '../../trust/linked-accounts/marks.ts';
import { addPlanLots } from '../balance/lots.ts';
import { endOfUncounted, isRunning } from './billed-subscription-rules.ts';
import {
  forgetStray,
  moneyOf,
  savePayment,
  saveReversal,
  saveStray,
  strayToRefund,
} from './billing-store.ts';
import { lastingPlan } from './consume-upload.ts';
import { lastingSubscription } from './eligibility-rules.ts';
import { planOfPrice } from './prices.ts';
import { Overtaken } from './read-unless-overtaken.ts';
import { refundPlanJob } from './refund-rules.ts';
import { insertRefundsByRule, refundsToCome, reopenRefunds } from './refund-store.ts';
import { changeBy, later, otherPlan } from './subscription-rules.ts';
import { lockBilledSubscription, saveBilledSubscription } from './subscriptions-store.ts';

type Needs = Pick<Dependencies, 'billing' | 'clock'>;

interface ReadFacts {
  readonly userId: string;
  readonly facts: SubscriptionFacts;
  /** The plan that the user has with another subscription, and its facts, if the provider knows it. */
  readonly other: OtherSubscription | undefined;
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

/** A subscription that brings nothing, as it was read. */
export interface Unwanted {
  readonly userId: string;
  readonly facts: SubscriptionFacts;
  readonly newPayments: readonly string[];
  readonly now: Date;
}

/**
 * A subscription that brings nothing, because its artist has another one or is deleted: what was paid for it is
 * refunded, and admins see it until the money is back. Returns it if it has to be ended at the provider.
 * @param newPayments a former plan that was not ended in time keeps the payments that it used
 */
export async function sendBack(
  tx: Transaction,
  { userId, facts, newPayments, now }: Unwanted,
  report: Report,
): Promise<readonly string[]> {
  const { id: subscriptionId } = facts;
  const decided = await insertRefundsByRule.run(tx, { paymentIds: [...newPayments], now });
  if (decided > 0) await queueRefunds(tx, userId);
  const isBilled = isRunning(facts);
  const { toCome } = await refundsToCome.only(tx, { subscriptionId });
  if (toCome > 0) {
    report(
      `The subscription ${subscriptionId} brings nothing, because its artist has another one or is deleted. It is being canceled and refunded.`,
    );
    const stray = { subscriptionId, userId, priceId: facts.priceId, reason: 'not_refunded' } as const;
    await saveStray.run(tx, { ...stray, now, nextCheckAt: later(now) });
  } else if (isBilled) {
    await noteNotEnded(tx, { subscriptionId, userId, now });
  } else {
    await forgetStray.run(tx, { subscriptionId });
  }
  return isBilled ? [subscriptionId] : [];
}

export const isToRefund = async (tx: Transaction, subscriptionId: string): Promise<boolean> =>
  (await strayToRefund.run(tx, { subscriptionId })) > 0;

/** Recorded until the provider has ended it: it is retried every hour, and admins see it. */
const noteNotEnded = (
  tx: Transaction,
  subscription: { readonly subscriptionId: string; readonly userId: string; readonly now: Date },
): Promise<unknown> =>
  saveStray.run(tx, {
    ...subscription,
    priceId: null,
    reason: 'not_ended',
    nextCheckAt: later(subscription.now),
  });

/** Saves payments, refunds and disputes of a subscription, or of a pack. Returns the payments that were not known before. */
export async function savePayments(
  tx: Transaction,
  { keys }: Pick<Dependencies, 'keys'>,
  bought: { readonly subscriptionId: string | null; readonly pack: Pack | null; readonly userId: string },
  payments: readonly PaymentFacts[],
): Promise<readonly string[]> {
  const saved = await Promise.all(
    payments.map(async ({ reversals, card, arrivedAt: _, ...paid }) => {
      const mark = card === null ? null : cardMark(keys, card);
      const { isNew } = await savePayment.only(tx, { ...paid, ...bought, cardMark: mark });
      for (const reversal of reversals) await saveReversal.run(tx, { ...reversal, paymentId: paid.id });
      return isNew ? [paid.id] : [];
    }),
  );
  const boughtId = bought.subscriptionId ?? payments[0]?.id;
  if (boughtId !== undefined) await askAgain(tx, boughtId);
  return saved.flat();
}

/** Once a dispute is won, a refund that an admin decided can be requested again. */
async function askAgain(tx: Transaction, boughtId: string): Promise<void> {
  const [reopened] = await reopenRefunds.all(tx, { boughtId });
  if (!reopened) return;
  await queueRefunds(tx, reopened.userId);
}

/** Has the decided refunds of a user requested at the provider. */
export const queueRefunds = (tx: Transaction, userId: string): Promise<unknown> =>
  enqueue(tx, { name: refundPlanJob, payload: { userId }, key: `${refundPlanJob}:${userId}` });
