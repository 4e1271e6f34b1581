import type { PaymentFacts, SubscriptionFacts } from '../adapters/billing/billing.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { applyFacts, type OtherSubscription, Overtaken } from './apply-facts.ts';
import { settleMoney } from './balance/lots.ts';
import { knownPayments, savedState } from './billing-money-store.ts';
import { forgetNotEnded, forgetOldStray, forgetStray, saveStray } from './billing-strays-store.ts';
import { beforeGrace } from './eligibility-rules.ts';
import { planOfPrice } from './plan-prices.ts';
import type { Report } from './report.ts';
import { savePayments } from './save-payments.ts';
import { isToRefund, sendBack } from './send-back.ts';
import { later, otherPlan } from './subscription-rules.ts';
import {
  isUser,
  lockUserBilling,
  markUnread,
  readBilledSubscription,
  userOfCustomer,
} from './subscriptions-store.ts';

/** Jobs that read at the provider what a notice was about. */
export const syncSubscriptionJob = 'sync-subscription';
export const syncChargeJob = 'sync-charge';

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock' | 'keys'>;

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
    for (const ended of ending ?? []) {
      await deps.billing.end(ended);
      await forgetNotEnded.run(deps.database, { subscriptionId: ended });
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

/**
 * Records that the provider does not know a subscription. The key may be the wrong one, so the plan stays, and a stray is
 * forgotten only after the grace period.
 */
async function noteMissing(
  { database, clock }: Needs,
  subscriptionId: string,
  { report }: Reading,
): Promise<void> {
  await markUnread.run(database, { subscriptionId, problem: 'not_at_provider' });
  await forgetOldStray.run(database, { subscriptionId, noticedBy: beforeGrace(clock.now()) });
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
): Promise<readonly string[] | 'overtaken' | null> {
  const { database, billing, clock } = deps;
  const of = { subscriptionId: first.id, userId };
  // Read before asking the provider: anything saved later may be newer than its response.
  const { version } = await savedState.only(database, of);
  const known = await readBilledSubscription.one(database, { userId });
  const since = await sinceWhen(deps, first, known, reading);
  const [facts, payments, other] = await Promise.all([
    billing.readSubscription(first.id),
    billing.readPayments(first.id, since),
    readOther(deps, first, known),
  ]);
  if (!facts) return null;
  reportLatePayments(facts, payments, reading);
  try {
    return await database.transaction(async (tx) => {
      const user = await lockUserBilling.one(tx, { userId });
      if (!user) return null;
      const before = await savedState.only(tx, of);
      const newPayments = await savePayments(tx, deps, of, payments);
      const read = { userId, facts, other, newPayments, now: clock.now() };
      const endings = user.isDeleted
        ? await endingOfDeleted(tx, read, reading)
        : await applyFacts(tx, deps, read, reading);
      await settleMoney(tx, { artistId: userId, now: clock.now() });
      const after = await savedState.only(tx, of);
      // If the saved content is the same, being overtaken does not matter.
      if (before.version !== version && before.content !== after.content) throw new Overtaken();
      return endings;
    });
  } catch (error) {
    if (error instanceof Overtaken) return 'overtaken';
    throw error;
  }
}

/** A bill that is paid after its subscription ended brings no plan. Only the operator can return it. */
function reportLatePayments(
  { id, endedAt }: SubscriptionFacts,
  payments: readonly PaymentFacts[],
  { report }: Reading,
): void {
  for (const { id: paymentId, arrivedAt, reversals } of payments) {
    if (endedAt === null || arrivedAt <= endedAt || reversals.some(({ kind }) => kind === 'refund')) continue;
    report(
      `The payment ${paymentId} arrived after the subscription ${id} had ended. Refund it at the provider.`,
    );
  }
}

type Known = Awaited<ReturnType<typeof readBilledSubscription.one>>;

/**
 * Payments are read from the start of the current period, the last paid one, or the oldest open dispute; all of a
 * subscription that is new here.
 */
async function sinceWhen(
  { database }: Needs,
  facts: SubscriptionFacts,
  known: Known,
  { since }: Reading,
): Promise<Date> {
  const { isKnown, disputedAt } = await knownPayments.only(database, { subscriptionId: facts.id });
  const isNew = !isKnown && facts.status !== 'ended';
  const isKept = !facts.isPaid && known?.billingSubscriptionId === facts.id;
  const paid = isKept ? known.periodStart : undefined;
  const starts = [facts.periodStart, isNew ? facts.startedAt : undefined, paid, since, disputedAt];
  return new Date(Math.min(...starts.flatMap((moment) => (moment ? [moment.getTime()] : []))));
}

/** The plan that the user has with another subscription, as the provider has it. */
async function readOther(
  { billing }: Needs,
  facts: SubscriptionFacts,
  known: Known,
): Promise<OtherSubscription | undefined> {
  const id = otherPlan(known, facts.id)?.billingSubscriptionId;
  return id ? { id, facts: await billing.readSubscription(id) } : undefined;
}

const isRenewing = ({ status, cancelsAtPeriodEnd }: SubscriptionFacts): boolean =>
  status !== 'ended' && !cancelsAtPeriodEnd;

/**
 * A deleted account has no plan. A checkout that was opened before an account was deleted can be paid after it, and
 * nobody else would cancel it.
 */
async function endingOfDeleted(
  tx: Transaction,
  of: Parameters<typeof sendBack>[1],
  { report }: Reading,
): Promise<readonly string[]> {
  const { id: subscriptionId } = of.facts;
  if (isRenewing(of.facts) || (await isToRefund(tx, subscriptionId))) return sendBack(tx, of, report);
  await forgetStray.run(tx, { subscriptionId });
  return [];
}
