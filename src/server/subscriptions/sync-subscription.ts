import type { PaymentFacts, SubscriptionFacts } from '../adapters/billing/billing.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import { cardMark } from '../relations/marks.ts';
import { moneyOf, oldestDisputed, savedState, savePayment, saveReversal } from './billing-money-store.ts';
import { forgetStray, saveStray } from './billing-strays-store.ts';
import { closePlanPlaces, lockAllowances } from './places-store.ts';
import { planOfPrice } from './plan-prices.ts';
import { refundPlanJob } from './refund-rules.ts';
import { reopenRefunds } from './refund-store.ts';
import { runningPlan } from './running-plan.ts';
import { changeBy, isOlder, later, reversalOf } from './subscription-rules.ts';
import {
  isUser,
  lockBilledSubscription,
  lockUserBilling,
  markUnread,
  saveBilledSubscription,
  userOfCustomer,
} from './subscriptions-store.ts';
import { keepAllowance } from './take-places.ts';

/** The names of the jobs that read at the provider again what a notice was about. */
export const syncSubscriptionJob = 'sync-subscription';
export const syncChargeJob = 'sync-charge';

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock' | 'keys'>;

/** Tells the operator something in one line of the log. */
export type Report = (line: string) => void;

export interface Reading {
  readonly report: Report;
  /** Since when payments are read; at least those of the running period are. */
  readonly since?: Date;
  /** The provider's name of what happened, where a notice is the reason for reading. */
  readonly notice?: string;
}

/** So many readings that others overtake are made before the job takes over. */
const mostReadings = 3;

/**
 * Reads a subscription at the provider with what was paid for it, and makes artist_subscriptions say the same. No
 * transaction is open while the provider answers. Of several readings at once one that was overtaken by another saves
 * nothing and is made again, so whichever of several notices comes last leaves what is true now.
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

/** Reads the subscription again that a refunded or disputed payment was for. */
export async function readChargeAgain(deps: Needs, chargeId: string, reading: Reading): Promise<void> {
  const found = await deps.billing.subscriptionOfCharge(chargeId);
  if (!found) {
    reading.report(`The payment ${chargeId} was not for a subscription, so nothing follows from it.`);
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

/** A subscription without a user of ours. One on a price that is not ours either belongs to another product. */
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
  report(`The subscription ${subscriptionId} is on a price of ours, but belongs to no user of ours.`);
}

/** A subscription whose user is known, as it was read to find the user. */
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
  // Before the provider is asked: whatever is saved after this may be newer than its answer.
  const { version } = await savedState.only(database, of);
  const since = await sinceWhen(database, first, reading);
  const [facts, payments] = await Promise.all([
    billing.readSubscription(first.id),
    billing.readPayments(first.id, since),
  ]);
  if (!facts) return null;
  try {
    return await database.transaction(async (tx) => {
      if ((await lockUserBilling.run(tx, { userId })) === 0) return null;
      const before = await savedState.only(tx, of);
      await saveMoney(tx, deps, of, payments);
      await askAgain(tx, first.id);
      const ending = await applyFacts(tx, deps, userId, facts, reading);
      for (const { subscriptionId } of ending) await noteNotEnded(tx, subscriptionId, userId, clock.now());
      const after = await savedState.only(tx, of);
      // A reading that says what is saved already is as good as the one that saved it.
      if (before.version !== version && before.content !== after.content) throw new Overtaken();
      return ending;
    });
  } catch (error) {
    if (error instanceof Overtaken) return 'overtaken';
    throw error;
  }
}

/** Another reading saved something else meanwhile, which may be newer. Takes everything of this one back. */
class Overtaken extends Error {}

/** Payments are read since the running period began, or since the oldest open dispute. */
async function sinceWhen(db: Queryable, facts: SubscriptionFacts, { since }: Reading): Promise<Date> {
  const { paidAt: disputed } = await oldestDisputed.only(db, { subscriptionId: facts.id });
  const starts = [facts.periodStart, since, disputed].flatMap((moment) => (moment ? [moment.getTime()] : []));
  return new Date(Math.min(...starts));
}

/** Writes down what was paid, refunded and disputed. */
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

/** A dispute that was won keeps nothing from being refunded that an admin decided to refund. */
async function askAgain(tx: Transaction, subscriptionId: string): Promise<void> {
  const [reopened] = await reopenRefunds.all(tx, { subscriptionId });
  if (!reopened) return;
  const { userId } = reopened;
  await enqueue(tx, { name: refundPlanJob, payload: { userId }, key: `${refundPlanJob}:${userId}` });
}

/** Kept until the provider has ended it: it is tried again every hour, however often it fails, and admins see it. */
const noteNotEnded = (tx: Transaction, subscriptionId: string, userId: string, now: Date): Promise<unknown> =>
  saveStray.run(tx, {
    ...{ subscriptionId, userId, priceId: null, reason: 'not_ended', now },
    nextCheckAt: later(now),
  });

/** A subscription that has to end at the provider after the facts are saved. */
interface Ending {
  readonly how: 'endReplaced' | 'endReversed';
  readonly subscriptionId: string;
}

/**
 * How a subscription ends that a newer one has replaced. What is left of it is credited unless its money went back, and until the
 * provider has said whether it does, it goes on: a credit on top of a refund would be the same money twice.
 */
async function endingOfOlder(tx: Transaction, subscriptionId: string, now: Date): Promise<readonly Ending[]> {
  const money = await moneyOf.only(tx, { subscriptionId, now });
  if (money.refundsUnderWay > 0) return [];
  return [{ how: reversalOf(money) === null ? 'endReplaced' : 'endReversed', subscriptionId }];
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
    const isToEnd = plan !== null && facts.status === 'active' && isOlder(facts, known);
    return isToEnd ? endingOfOlder(tx, subscriptionId, now) : [];
  }
  await saveBilledSubscription.run(tx, {
    userId,
    ...change,
    startedAt: facts.startedAt,
    periodStart: facts.periodStart,
    periodEnd: facts.periodEnd,
    customerId: facts.customerId,
    billingSubscriptionId: subscriptionId,
    priceId,
    notice: notice ?? null,
    now,
  });
  // From its first moment on a period has its included reviews, and a dearer plan adds to them by the days left.
  const running = await runningPlan(tx, userId, now);
  if (running) await keepAllowance(tx, userId, running, now);
  // Money that is gone, or disputed, pays for no further listener. Who is listening has a place, and is paid.
  if (change.endedFor !== null || change.pausedFor === 'dispute') {
    await lockAllowances.all(tx, { artistId: userId });
    await closePlanPlaces.run(tx, { artistId: userId, now });
  }
  const other = known?.billingSubscriptionId ?? null;
  const older =
    known?.active && other !== null && other !== subscriptionId ? await endingOfOlder(tx, other, now) : [];
  // A refund that the provider has not agreed to may still be refused: until then it goes on there.
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
