import type { Transaction } from '../../adapters/database/database.ts';
import type { PaymentFacts, SubscriptionFacts } from '../../adapters/payments/billing.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Report } from '../../foundation/operator-messages.ts';
import { settleMoney } from '../balance/lots.ts';
import {
  applyFacts,
  isToRefund,
  type OtherSubscription,
  savePayments,
  sendBack,
  type Unwanted,
} from './apply-facts.ts';
import { forgetNotEnded, forgetOldStray, forgetStray, knownPayments, saveStray } from './billing-store.ts';
import { beforeGrace } from './eligibility-rules.ts';
import { planOfPrice } from './prices.ts';
import { readUnlessOvertaken } from './read-unless-overtaken.ts';
import { later, otherPlan } from './subscription-rules.ts';
import { isUser, markUnread, readBilledSubscription, userOfCustomer } from './subscriptions-store.ts';

/** The job that reads at the provider what a notice was about. */
export const syncSubscriptionJob = 'sync-subscription';

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock' | 'keys'>;

export interface Reading {
  readonly report: Report;
  /** Payments are read from this time on, and at least those of the current period. */
  readonly since?: Date;
  /** The provider's name of the event, if a notice caused the read. */
  readonly notice?: string;
}

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
  for (const ended of (await readOnce(deps, { userId, first }, reading)) ?? []) {
    await deps.billing.end(ended);
    await forgetNotEnded.run(deps.database, { subscriptionId: ended });
  }
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

function readOnce(
  deps: Needs,
  { userId, first }: Found,
  reading: Reading,
): Promise<readonly string[] | undefined> {
  const { database, billing, clock } = deps;
  const read = async () => {
    const known = await readBilledSubscription.one(database, { userId });
    const since = await sinceWhen(deps, first, known, reading);
    const [facts, payments, other] = await Promise.all([
      billing.readSubscription(first.id),
      billing.readPayments(first.id, since),
      readOther(deps, first, known),
    ]);
    return facts && { facts, payments, other };
  };
  return readUnlessOvertaken(database, { boughtId: first.id, userId }, read, async (tx, found, user) => {
    const { facts, payments, other } = found;
    reportLatePayments(facts, payments, reading);
    const bought = { subscriptionId: first.id, pack: null, userId };
    const newPayments = await savePayments(tx, deps, bought, payments);
    const now = clock.now();
    const ended = user.isDeleted
      ? await endingOfDeleted(tx, { userId, facts, newPayments, now }, reading)
      : await applyFacts(tx, deps, { userId, facts, other, newPayments }, reading);
    await settleMoney(tx, { artistId: userId, now });
    return ended;
  });
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
  unwanted: Unwanted,
  { report }: Reading,
): Promise<readonly string[]> {
  const { id: subscriptionId } = unwanted.facts;
  if (isRenewing(unwanted.facts) || (await isToRefund(tx, subscriptionId)))
    return sendBack(tx, unwanted, report);
  await forgetStray.run(tx, { subscriptionId });
  return [];
}
