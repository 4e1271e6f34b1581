import { packRefundDays, refundDays } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { PlanRefund } from '#contract/operation/admin/admin-billing.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import { RefundRefused } from '../../adapters/payments/billing.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Report } from '../../foundation/operator-messages.ts';
import { refuse } from '../../foundation/refusals.ts';
import { refundedMail } from '../../identity/emails/plan-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { linkedAmong } from '../../trust/linked-accounts/linked-accounts.ts';
import { ownMailboxMark } from '../../trust/linked-accounts/marks.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { isLotUnused, settleMoney } from '../balance/lots.ts';
import { queueRefunds } from './apply-facts.ts';
import { daysBetweenPackRefunds, packRefusal, refundOf, refundState } from './refund-rules.ts';
import {
  decidedRefunds,
  earlierRefunds,
  endRefundedPlan,
  insertRefund,
  lockRefunds,
  noteOutcome,
  packBought,
  paymentsOf,
  refundsOfPayments,
} from './refund-store.ts';
import {
  emailOf,
  lockBilledSubscription,
  lockUserBilling,
  readBilledSubscription,
} from './subscriptions-store.ts';
import { readPaymentAgain } from './sync-payment.ts';
import { readSubscriptionAgain } from './sync-subscription.ts';

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock' | 'keys' | 'config'>;

/**
 * Refunds an account's first payment, once per card, mailbox and cluster. One transaction records the decision, ends
 * the plan and closes what it brought. Then the provider is asked, and by a job again until it responds. Repeating it
 * returns the current state.
 * @throws Refusal not_found, own_decision, nothing_to_refund, refund_not_first, refund_too_late, refund_disputed,
 * refund_used
 */
export async function refundPlan(deps: Needs, actorId: string, userId: string): Promise<PlanRefund> {
  await readFirst(deps, userId);
  const now = deps.clock.now();
  await deps.database.transaction((tx) => decideRefund(deps, tx, { actorId, userId, now }));
  // The admin is waiting for it. If this fails, the job repeats it and reports why.
  await askForRefunds(deps, userId, () => undefined).catch(() => undefined);
  return stateOf((await decidedRefunds.all(deps.database, { userId, now })).filter(isByAdmin));
}

/**
 * Includes a payment whose notice was lost. If the provider is unreachable, the known payments are used, so that places
 * close at once.
 */
async function readFirst(deps: Needs, userId: string): Promise<void> {
  const known = await readBilledSubscription.one(deps.database, { userId });
  if (!known?.billingSubscriptionId) return;
  const reading = { report: () => undefined };
  await readSubscriptionAgain(deps, known.billingSubscriptionId, reading).catch(() => undefined);
}

type Decided = Awaited<ReturnType<typeof decidedRefunds.all>>;
const isByAdmin = ({ what }: Decided[number]): boolean => what === 'plan';

export function stateOf(decided: Decided): PlanRefund {
  const refused = decided.find(({ outcome }) => outcome === 'refused');
  const isUnderWay = decided.some(({ outcome }) => outcome === null);
  return {
    state: refundState({
      isUnderWay,
      isRefused: refused !== undefined,
      hasFailed: decided.some(({ hasFailed }) => hasFailed),
    }),
    amountCents: cents(decided.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    problem: refused?.problem ?? null,
  };
}

async function decideRefund(
  deps: Needs,
  tx: Transaction,
  { actorId, userId, now }: { actorId: string; userId: string; now: Date },
): Promise<void> {
  await lockRefunds.run(tx, {});
  if ((await lockUserBilling.run(tx, { userId })) === 0) refuse('not_found');
  await refuseOwn(tx, actorId, [userId]);
  const payments = await paymentsOf.all(tx, { userId });
  const found = refundOf(payments, now);
  if ('refused' in found) {
    // A repeat returns the earlier decision, unless it is about a payment made since.
    const decided = (await decidedRefunds.all(tx, { userId, now })).filter(isByAdmin);
    const lastPaid = Math.max(...decided.map(({ paidAt }) => paidAt.getTime()));
    const isRepeat = !payments.some(({ isDecided, paidAt }) => !isDecided && paidAt.getTime() > lastPaid);
    if (decided.length > 0 && isRepeat) return;
    return found.refused === 'refund_too_late'
      ? refuse('refund_too_late', { days: refundDays })
      : refuse(found.refused);
  }
  const mailboxMark = await ownMailboxMark(deps, tx, userId);
  const taken = payments.filter(({ id }) => found.payments.some((payment) => payment.id === id));
  const cardMarks = taken.flatMap(({ cardMark }) => cardMark ?? []);
  await refuseUsed(tx, { userId, mailboxMark, cardMarks, ofPacks: false, since: new Date(0) });
  for (const { id: paymentId, amountCents, backCents, cardMark } of taken) {
    const refund = { paymentId, userId, mailboxMark, cardMark, decidedBy: actorId, now };
    await insertRefund.run(tx, { ...refund, amountCents: cents(amountCents - backCents) });
  }
  await endPlan(tx, userId, taken[0]?.subscriptionId ?? '', now);
  const refundedCents = taken.reduce((sum, { amountCents, backCents }) => sum + amountCents - backCents, 0);
  await recordAdminAct(
    tx,
    { event: 'plan_refunded', userId, actorId, details: { cents: refundedCents } },
    now,
  );
  await queueRefunds(tx, userId);
}

async function endPlan(tx: Transaction, userId: string, subscriptionId: string, now: Date): Promise<void> {
  await lockBilledSubscription.one(tx, { userId });
  await endRefundedPlan.run(tx, { userId, subscriptionId, now });
  await settleMoney(tx, { artistId: userId, now });
}

async function refuseUsed(
  db: Queryable,
  asked: Parameters<typeof earlierRefunds.all>[1] & object,
): Promise<void> {
  const earlier = await earlierRefunds.all(db, asked);
  const by = (['mailbox', 'card'] as const).find((one) => earlier.some((other) => other.by === one));
  if (by) refuse('refund_used', { by });
  const others = earlier.map(({ userId }) => userId);
  const linked = await linkedAmong(db, asked.userId, others);
  if (linked.size > 0) refuse('refund_used', { by: 'cluster' });
}

/**
 * Refunds a pack of which nothing was used, one in 30 days per card, mailbox and cluster. What it brought is gone at
 * once. Repeating it returns the current state.
 * @throws Refusal not_found, own_decision, nothing_to_refund, refund_too_late, refund_disputed, pack_used, refund_used
 */
export async function refundPack(deps: Needs, actorId: string, packId: string): Promise<PlanRefund> {
  const { database, clock } = deps;
  const { paymentId, userId } = (await packBought.one(database, { id: packId })) ?? refuse('not_found');
  // Includes a refund or dispute whose notice was lost.
  await readPaymentAgain(deps, paymentId, { report: () => undefined }).catch(() => undefined);
  await database.transaction((tx) =>
    decidePackRefund(deps, tx, { actorId, userId, packId, now: clock.now() }),
  );
  await askForRefunds(deps, userId, () => undefined).catch(() => undefined);
  return stateOf(await refundsOfPayments.all(database, { paymentIds: [paymentId] }));
}

async function decidePackRefund(
  deps: Needs,
  tx: Transaction,
  { actorId, userId, packId, now }: { actorId: string; userId: string; packId: string; now: Date },
): Promise<void> {
  await lockRefunds.run(tx, {});
  await refuseOwn(tx, actorId, [userId]);
  await lockUserBilling.run(tx, { userId });
  await lockBilledSubscription.one(tx, { userId });
  const pack = (await packBought.one(tx, { id: packId })) ?? refuse('not_found');
  const { paymentId, cardMark } = pack;
  if (pack.isDecided) return;
  const refused = packRefusal(pack, now);
  if (refused === 'refund_too_late') refuse(refused, { days: packRefundDays });
  if (refused !== null) refuse(refused);
  if (!(await isLotUnused(tx, paymentId))) refuse('pack_used');
  const mailboxMark = await ownMailboxMark(deps, tx, userId);
  const cardMarks = cardMark === null ? [] : [cardMark];
  const since = new Date(now.getTime() - daysBetweenPackRefunds * dayMilliseconds);
  await refuseUsed(tx, { userId, mailboxMark, cardMarks, ofPacks: true, since });
  const amountCents = cents(pack.amountCents - pack.backCents);
  await insertRefund.run(tx, {
    paymentId,
    userId,
    amountCents,
    mailboxMark,
    cardMark,
    decidedBy: actorId,
    now,
  });
  await settleMoney(tx, { artistId: userId, now });
  await recordAdminAct(tx, { event: 'plan_refunded', userId, actorId, details: { cents: amountCents } }, now);
  await queueRefunds(tx, userId);
}

/**
 * Asks the provider for decided refunds without a response, then reads what was paid, which books them and ends the
 * plan at the provider. An earlier notice may have done the same; everything is booked only once.
 */
export async function askForRefunds(deps: Needs, userId: string, report: Report): Promise<void> {
  const { database, billing, clock } = deps;
  const decided = await decidedRefunds.all(database, { userId, now: clock.now() });
  for (const { paymentId, askedAgain } of decided.filter(({ outcome }) => outcome === null)) {
    const refused = await billing
      .refund(paymentId, refundKey(paymentId, askedAgain))
      .then(() => null, refusedOr);
    if (refused !== null) report(`The refund of ${paymentId} was refused: ${refused.message}`);
    await noteOutcome.run(database, {
      paymentId,
      outcome: refused === null ? 'refunded' : 'refused',
      problem: refused?.message ?? null,
      refusedInDispute: refused?.isDisputed ?? false,
    });
  }
  const bought = Map.groupBy(decided, ({ subscriptionId, paymentId }) => subscriptionId ?? paymentId);
  for (const refunds of bought.values()) {
    await tellRefunded(deps, userId, refunds);
    const [first] = refunds;
    if (!first) continue;
    const { subscriptionId, paymentId, paidAt: since } = first;
    await (subscriptionId === null
      ? readPaymentAgain(deps, paymentId, { report })
      : readSubscriptionAgain(deps, subscriptionId, { report, since }));
  }
}

async function tellRefunded(
  { database, clock, config }: Needs,
  userId: string,
  asked: Decided,
): Promise<void> {
  const now = clock.now();
  // By payment, because a dispute can be won after the period is over.
  const paymentIds = asked.map(({ paymentId }) => paymentId);
  const decided = await refundsOfPayments.all(database, { paymentIds });
  const { state, amountCents } = stateOf(decided);
  // If another one is decided later, the user is notified again, with the total.
  const last = decided.at(-1);
  if (state !== 'refunded' || !last) return;
  const mail = refundedMail(config.publicUrl, amountCents, last.what);
  const key = `plan-refunded:${last.paymentId}`;
  await database.transaction(async (tx) => {
    const { email, isDeleted } = await emailOf.only(tx, { userId });
    if (!isDeleted) await queueMail(tx, { name: '', address: email }, mail, now, { key });
  });
}

/** A provider responds once per key, so a refund refused during a dispute is repeated with another key. */
const refundKey = (paymentId: string, askedAgain: number): string =>
  askedAgain === 0 ? `refund ${paymentId}` : `refund ${paymentId} ${askedAgain}`;

function refusedOr(error: unknown): RefundRefused {
  if (error instanceof RefundRefused) return error;
  throw error;
}
