import type { PaymentFacts, SubscriptionFacts } from '../adapters/billing/billing.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import { cardMark } from '../relations/marks.ts';
import { moneyOf, oldestDisputed, savedState, savePayment, saveReversal } from './billing-money-store.ts';
import { forgetStray, saveStray } from './billing-strays-store.ts';
import { carryOver, closePlanPlaces, lockAllowances } from './places-store.ts';
import { planOfPrice } from './plan-prices.ts';
import { refundPlanJob } from './refund-rules.ts';
import { reopenRefunds } from './refund-store.ts';
import { lastingPlan } from './running-plan.ts';
import { changeBy, isOlder, isReplaced, later, type PaidMoney, reversalOf } from './subscription-rules.ts';
import {
  isUser,
  lockBilledSubscription,
  lockUserBilling,
  markUnread,
  saveBilledSubscription,
  userOfCustomer,
} from './subscriptions-store.ts';
import { keepAllowance } from './take-places.ts';

/** Jobs that read at the provider what a notice was about. */
export const syncSubscriptionJob = 'sync-subscription';
export const syncChargeJob = 'sync-charge';

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock' | 'keys'>;

/** Reports a line to the operator's log. */
export type Report = (line: string) => void;

export interface Reading {
  readonly report: Report;
  /** Payments are read from this time on, and at least those of the current period. */
  readonly since?: Date;
  /** The provider's name of the event, if a notice caused the read. */
  readonly notice?: string;
}

/** How often an overtaken read is repeated before it is left to the job. */
const mostReadings = 3;

/**
 * Reads a subscription and its payments at the provider and updates artist_subscriptions. No transaction is open during
 * the requests. A read that was overtaken by a concurrent one saves nothing and is repeated, so the order of notices
 * does not matter.
 */
export async function readSubscriptionAgain(
  deps: Needs,
  subscriptionId: string,
  reading: Reading,
): Promise<void> {
  const first = await deps.billing.readSubscription(subscriptionId);
  if (!first) return noteMissing(deps, subscriptionId, reading);
  const userId = await userOf(deps, first);
  if (!userId) return noteStranger(deps, first, reading);
  for (let made = 0; made < mostReadings; made += 1) {
    const ending = await readOnce(deps, { userId, first }, reading);
    if (ending === 'overtaken') continue;
    for (const { how, subscriptionId: ended } of ending ?? []) {
      await deps.billing[how](ended);
      await forgetStray.run(deps.database, { subscriptionId: ended });
    }
    return;
  }
  throw new Error(`The subscription ${subscriptionId} changed while it was read, ${mostReadings} times.`);
}

/** Reads the subscription of a refunded or disputed payment. */
export async function readChargeAgain(deps: Needs, chargeId: string, reading: Reading): Promise<void> {
  const found = await deps.billing.subscriptionOfCharge(chargeId);
  if (!found) {
    reading.report(`The payment ${chargeId} was not for a subscription, so it has no effect.`);
    return;
  }
  await readSubscriptionAgain(deps, found.subscriptionId, { ...reading, since: found.paidAt });
}

async function userOf({ database }: Needs, facts: SubscriptionFacts): Promise<string | undefined> {
  const { userId, customerId } = facts;
  if (userId && (await isUser.run(database, { userId })) > 0) return userId;
  return (await userOfCustomer.one(database, { customerId }))?.userId;
}

async function noteMissing({ database }: Needs, subscriptionId: string, { report }: Reading): Promise<void> {
  await markUnread.run(database, { subscriptionId, problem: 'not_at_provider' });
  await forgetStray.run(database, { subscriptionId });
  report(`The provider does not know the subscription ${subscriptionId}. Is it the right key?`);
}

/** Records a subscription without one of our users. If the price is not ours either, it belongs to another product. */
async function noteStranger(deps: Needs, facts: SubscriptionFacts, { report }: Reading): Promise<void> {
  const { id: subscriptionId, priceId, status } = facts;
  const isOurs = priceId !== null && planOfPrice(deps.billing, priceId) !== undefined;
  if (!isOurs || status === 'ended') {
    await forgetStray.run(deps.database, { subscriptionId });
    return;
  }
  const now = deps.clock.now();
  const stray = { subscriptionId, userId: null, priceId, reason: 'unknown_user' } as const;
  await saveStray.run(deps.database, { ...stray, now, nextCheckAt: later(now) });
  report(`The subscription ${subscriptionId} has one of our prices but belongs to no user.`);
}

/** A subscription whose user is known, with the facts that identified the user. */
interface Found {
  readonly userId: string;
  readonly first: SubscriptionFacts;
}

async function readOnce(
  deps: Needs,
  { userId, first }: Found,
  reading: Reading,
): Promise<readonly Ending[] | 'overtaken' | null> {
  const { database, billing, clock } = deps;
  const of = { subscriptionId: first.id, userId };
  // Read before asking the provider: anything saved later may be newer than its response.
  const { version } = await savedState.only(database, of);
  const since = await sinceWhen(database, first, reading);
  const [facts, payments] = await Promise.all([
    billing.readSubscription(first.id),
    billing.readPayments(first.id, since),
  ]);
  if (!facts) return null;
  try {
    return await database.transaction(async (tx) => {
      const user = await lockUserBilling.one(tx, { userId });
      if (!user) return null;
      const before = await savedState.only(tx, of);
      await saveMoney(tx, deps, of, payments);
      await askAgain(tx, first.id);
      const ending =
        user.isDeleted && isRenewing(facts)
          ? endOfDeleted(facts, reading)
          : await applyFacts(tx, deps, userId, facts, reading);
      for (const { subscriptionId } of ending) await noteNotEnded(tx, subscriptionId, userId, clock.now());
      const after = await savedState.only(tx, of);
      // If the saved content is the same, being overtaken does not matter.
      if (before.version !== version && before.content !== after.content) throw new Overtaken();
      return ending;
    });
  } catch (error) {
    if (error instanceof Overtaken) return 'overtaken';
    throw error;
  }
}

/** Rolls this read back: a concurrent one saved something that may be newer. */
class Overtaken extends Error {}

/** Payments are read from the start of the current period, or from the oldest open dispute. */
async function sinceWhen(db: Queryable, facts: SubscriptionFacts, { since }: Reading): Promise<Date> {
  const { paidAt: disputed } = await oldestDisputed.only(db, { subscriptionId: facts.id });
  const starts = [facts.periodStart, since, disputed].flatMap((moment) => (moment ? [moment.getTime()] : []));
  return new Date(Math.min(...starts));
}

/** Saves payments, refunds and disputes. */
async function saveMoney(
  tx: Transaction,
  { keys }: Needs,
  of: { readonly subscriptionId: string; readonly userId: string },
  payments: readonly PaymentFacts[],
): Promise<void> {
  await Promise.all(
    payments.flatMap(({ reversals, card, ...paid }) => [
      savePayment.run(tx, { ...paid, ...of, cardMark: card === null ? null : cardMark(keys, card) }),
      ...reversals.map((reversal) => saveReversal.run(tx, { ...reversal, paymentId: paid.id })),
    ]),
  );
}

/** Once a dispute is won, a refund that an admin decided can be requested again. */
async function askAgain(tx: Transaction, subscriptionId: string): Promise<void> {
  const [reopened] = await reopenRefunds.all(tx, { subscriptionId });
  if (!reopened) return;
  const { userId } = reopened;
  await enqueue(tx, { name: refundPlanJob, payload: { userId }, key: `${refundPlanJob}:${userId}` });
}

/** Recorded until the provider has ended it: it is retried every hour, and admins see it. */
const noteNotEnded = (tx: Transaction, subscriptionId: string, userId: string, now: Date): Promise<unknown> =>
  saveStray.run(tx, {
    ...{ subscriptionId, userId, priceId: null, reason: 'not_ended', now },
    nextCheckAt: later(now),
  });

/** A subscription to end at the provider after the facts are saved. */
interface Ending {
  readonly how: 'endReplaced' | 'endReversed';
  readonly subscriptionId: string;
}

/**
 * How to end a subscription that a newer one has replaced. Its unused time is credited unless its payment was returned.
 * While the provider has not responded to a refund it continues, because a credit on top of the refund would pay twice.
 */
async function endingOfOlder(tx: Transaction, subscriptionId: string, now: Date): Promise<readonly Ending[]> {
  const money = await moneyOf.only(tx, { subscriptionId, now });
  if (money.refundsUnderWay > 0) return [];
  return [{ how: reversalOf(money) === null ? 'endReplaced' : 'endReversed', subscriptionId }];
}

const isRenewing = ({ status, cancelsAtPeriodEnd }: SubscriptionFacts): boolean =>
  status !== 'ended' && !cancelsAtPeriodEnd;

/** A checkout that was opened before an account was deleted can be paid after it. Nobody else would cancel it. */
function endOfDeleted({ id }: SubscriptionFacts, { report }: Reading): readonly Ending[] {
  report(
    `The subscription ${id} of a deleted account is being ended. Refund its last payment at the provider.`,
  );
  return [{ how: 'endReversed', subscriptionId: id }];
}

/** Money of an older subscription that went back pays for no further listeners either. */
async function closeReversed(
  tx: Transaction,
  of: {
    readonly userId: string;
    readonly subscriptionId: string;
    readonly money: PaidMoney;
    readonly now: Date;
  },
): Promise<void> {
  const { userId: artistId, subscriptionId, money, now } = of;
  if (reversalOf(money) === null && money.openDisputes === 0) return;
  await lockAllowances.all(tx, { artistId });
  await closePlanPlaces.run(tx, { artistId, paidBy: subscriptionId, now });
}

/**
 * Ends a subscription that a newer one replaces while it runs. Its unused time is credited, so what was taken of its
 * included reviews counts for the new period. If that has fewer, the rest was used and nothing is credited.
 */
async function replace(
  tx: Transaction,
  of: {
    readonly userId: string;
    readonly subscriptionId: string;
    readonly periodStart: Date;
    readonly allowanceId: string | undefined;
    readonly now: Date;
  },
): Promise<readonly Ending[]> {
  const { userId: artistId, subscriptionId, periodStart: from, allowanceId: to, now } = of;
  const carried = to === undefined ? undefined : await carryOver.one(tx, { artistId, from, to, now });
  const endings = await endingOfOlder(tx, subscriptionId, now);
  return carried?.isCovered === false ? endings.map((one) => ({ ...one, how: 'endReversed' })) : endings;
}

async function applyFacts(
  tx: Transaction,
  { billing, clock }: Needs,
  userId: string,
  facts: SubscriptionFacts,
  { report, notice }: Reading,
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
  const money = await moneyOf.only(tx, { subscriptionId, now });
  const change = changeBy({ ...facts, plan, nextPlan: planFor(nextPriceId) }, known, money, now);
  if (!change) {
    await closeReversed(tx, { userId, subscriptionId, money, now });
    const isToEnd = plan !== null && facts.status === 'active' && isOlder(facts, known);
    return isToEnd ? endingOfOlder(tx, subscriptionId, now) : [];
  }
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
  const lasting = await lastingPlan(tx, userId, now);
  const allowance = lasting && (await keepAllowance(tx, userId, lasting, now));
  // Returned or disputed money pays for no further listeners. Those already listening have a place and are paid.
  if (change.endedFor !== null || change.pausedFor === 'dispute') {
    await lockAllowances.all(tx, { artistId: userId });
    await closePlanPlaces.run(tx, { artistId: userId, paidBy: null, now });
  }
  const other = isReplaced(known) ? (known?.billingSubscriptionId ?? null) : null;
  const older =
    known && other !== null && other !== subscriptionId
      ? await replace(tx, {
          ...{ userId, subscriptionId: other, periodStart: known.periodStart },
          ...{ allowanceId: allowance?.id, now },
        })
      : [];
  // The provider may still refuse a refund; until it responds, the subscription continues there.
  const isReversed = change.endedFor !== null && facts.status !== 'ended' && money.refundsUnderWay === 0;
  return isReversed ? [...older, { how: 'endReversed', subscriptionId }] : older;
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
