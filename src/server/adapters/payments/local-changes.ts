import { randomUUID } from 'node:crypto';
import { type Pack, packs, plans } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database, Transaction } from '../database/database.ts';
import {
  disputeTestPayment,
  finishTestCheckout,
  insertTestPack,
  insertTestPayment,
  readTestCheckout,
  readTestSubscription,
  refundTestPayments,
  saveTestSubscription,
  shortenTestPayments,
} from './local-books.ts';
import {
  advanced,
  monthLater,
  type PaymentAct,
  type TestSubscription,
  withPrice,
} from './local-subscription.ts';

const checkoutMilliseconds = dayMilliseconds;
/** 24 random bytes. Anything else in a URL may not even be text that the database can store. */
const checkoutIdForm = /^[\w-]{32}$/;
export const localPrices = {
  basic: 'price_test_basic',
  pro: 'price_test_pro',
  unlimited: 'price_test_unlimited',
} as const;
export const localPackPrices = { ten: 'price_test_ten', twenty: 'price_test_twenty' } as const;
const cheapToDear = [localPrices.basic, localPrices.pro, localPrices.unlimited];
const outcomes = { dispute: 'open', 'win-dispute': 'won', 'lose-dispute': 'lost' } as const;

/** The pack of a local price id. */
export const localPackOf = (priceId: string) =>
  (['ten', 'twenty'] as const).find((pack) => localPackPrices[pack] === priceId);

/** The price of a local price id, in cents: for a month, or of a pack. */
export function amountOf(priceId: string) {
  const pack = localPackOf(priceId);
  if (pack) return packs[pack].price;
  const plan = (['basic', 'pro', 'unlimited'] as const).find((named) => localPrices[named] === priceId);
  return plan ? plans[plan].pricePerMonth : cents(0);
}

/** The local provider's changes, each in one transaction. */
export function localChanges({ database, clock }: { database: Database; clock: Clock }) {
  const findCheckout = async (on: Database | Transaction, id: string) => {
    if (!checkoutIdForm.test(id)) return undefined;
    const since = new Date(clock.now().getTime() - checkoutMilliseconds);
    const page = await readTestCheckout.one(on, { id, since });
    if (!page) return undefined;
    const subscription = page.subscriptionId
      ? await readTestSubscription.one(on, { id: page.subscriptionId })
      : undefined;
    return { ...page, subscription: subscription && advanced(subscription, clock.now()) };
  };

  const pay = (checkoutId: string) =>
    database.transaction(async (tx) => {
      const page = await findCheckout(tx, checkoutId);
      if (!page?.priceId) return undefined;
      const { returnUrl } = page;
      const pack = localPackOf(page.priceId);
      if (page.doneAt) return { returnUrl, changed: null };
      if (pack) return { returnUrl, changed: await payPack(tx, { ...page, pack }) };
      const subscription = page.subscription
        ? withPrice(page.subscription, page.priceId, cheapToDear)
        : newSubscription({ ...page, priceId: page.priceId }, clock.now());
      await saveTestSubscription.run(tx, subscription);
      await payFor(tx, subscription, page.subscription, clock.now());
      const subscriptionId = subscription.id;
      await finishTestCheckout.run(tx, { id: checkoutId, subscriptionId, now: clock.now() });
      return { returnUrl, changed: { subscriptionId } };
    });

  const payPack = async (tx: Transaction, page: { id: string; userId: string; pack: Pack }) => {
    const paymentId = `ch_${page.id}`;
    const now = clock.now();
    const amountCents = packs[page.pack].price;
    await insertTestPack.run(tx, { ...page, id: paymentId, amountCents, paidAt: now });
    await finishTestCheckout.run(tx, { id: page.id, subscriptionId: null, now });
    return { paymentId };
  };

  const change = (id: string, to: (subscription: TestSubscription) => TestSubscription) =>
    database.transaction(async (tx) => {
      const subscription = await readTestSubscription.one(tx, { id });
      if (!subscription) return;
      const changed = to(advanced(subscription, clock.now()));
      await saveTestSubscription.run(tx, changed);
      await shortenTestPayments.run(tx, { subscriptionId: id, nextStart: changed.periodStart });
      await payFor(tx, changed, subscription, clock.now());
    });

  const changePayment = ({ id, periodEnd }: TestSubscription, act: PaymentAct) => {
    const now = clock.now();
    return act === 'refund'
      ? refundTestPayments.run(database, { subscriptionId: id, periodEnd, now })
      : disputeTestPayment.run(database, { subscriptionId: id, dispute: outcomes[act], now });
  };

  const endAtOnce = (id: string) =>
    change(id, (subscription) => ({ ...subscription, status: 'ended', endedAt: clock.now() }));

  return { findCheckout, pay, change, changePayment, endAtOnce };
}

const newSubscription = (
  { userId, customerId, priceId }: { userId: string; customerId: string; priceId: string },
  now: Date,
): TestSubscription => ({
  id: `sub_${randomUUID()}`,
  customerId,
  userId,
  priceId,
  nextPriceId: null,
  status: 'active',
  collectionPaused: false,
  cancelsAtPeriodEnd: false,
  nextPaymentFails: false,
  startedAt: now,
  periodStart: now,
  periodEnd: monthLater(now),
  endedAt: null,
});

/** Records the payment due for this change: a period, or the difference to a more expensive plan. */
async function payFor(
  tx: Transaction,
  now: TestSubscription,
  before: TestSubscription | undefined,
  paidAt: Date,
): Promise<void> {
  if (now.status !== 'active' || now.collectionPaused) return;
  const { id: subscriptionId, priceId, periodStart, periodEnd } = now;
  const isNewPeriod = !before || before.periodStart < periodStart || before.status === 'past_due';
  const amountCents = isNewPeriod
    ? amountOf(priceId)
    : cents(Math.max(0, amountOf(priceId) - amountOf(before.priceId)));
  if (amountCents === 0) return;
  const what = isNewPeriod ? '' : `_${priceId}`;
  const id = `ch_${subscriptionId}_${periodStart.getTime()}${what}`;
  await insertTestPayment.run(tx, { id, subscriptionId, amountCents, periodStart, periodEnd, paidAt });
}
