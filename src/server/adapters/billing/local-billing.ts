import type { KeyObject } from 'node:crypto';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Billing, Notice } from './billing.ts';
import {
  dueTestSubscriptions,
  finishTestCheckout,
  insertTestCheckout,
  readTestCheckout,
  readTestSubscription,
  saveTestSubscription,
} from './local-books.ts';
import {
  advanced,
  afterAct,
  monthLater,
  type PortalAct,
  type TestSubscription,
  withPrice,
} from './local-subscription.ts';
import { isNoticeSigned, signNotice } from './notice-signature.ts';

export interface LocalBillingOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Address of the product, whose own pages are the checkout. */
  readonly publicUrl: string;
  readonly signingKey: KeyObject;
}

/** A page that a user was sent to, with the subscription it is about. */
export interface TestCheckout {
  readonly id: string;
  /** Null: the portal. */
  readonly priceId: string | null;
  readonly returnUrl: string;
  readonly isDone: boolean;
  readonly subscription: TestSubscription | undefined;
}

export interface LocalBilling extends Billing {
  readonly testMode: true;
  /** Where notices go: the route that takes them, so that they arrive as those of any provider. */
  connect(deliver: Deliver): void;
  readCheckout(id: string): Promise<TestCheckout | undefined>;
  /** Pays on the checkout's page. Undefined when there is no such page any more. */
  complete(checkoutId: string): Promise<{ returnUrl: string } | undefined>;
  /** Does something on the portal's page. */
  act(checkoutId: string, act: PortalAct): Promise<void>;
  /** Renews or ends what has come due, and says so by notices. */
  renewDue(): Promise<void>;
}

/** Hands a signed notice to the webhook's route; rejects when it was not taken. */
export type Deliver = (body: Buffer, headers: Readonly<Record<string, string>>) => Promise<void>;

export const signatureHeader = 'earshot-signature';
const NoticeBody = z.strictObject({ id: z.string(), subscriptionId: z.string() });
const checkoutMilliseconds = 24 * 3600 * 1000;
/** 24 random bytes; what else stands in an address need not even be text that a database can hold. */
const checkoutIdForm = /^[\w-]{32}$/;
const prices = {
  basic: 'price_test_basic',
  pro: 'price_test_pro',
  unlimited: 'price_test_unlimited',
} as const;
const cheapToDear = [prices.basic, prices.pro, prices.unlimited];

/** Whether this is the local provider, with pages and a timetable of its own. */
export const isLocalBilling = (billing: Billing): billing is LocalBilling => billing.testMode;

/** A provider for test mode: it takes no money and keeps its books in the product's own database. */
export function localBilling({ database, clock, publicUrl, signingKey }: LocalBillingOptions): LocalBilling {
  let deliver: Deliver = () => Promise.reject(new Error('Nobody takes notices of the local billing yet.'));

  const notify = async (subscriptionId: string): Promise<void> => {
    const body = Buffer.from(JSON.stringify({ id: `evt_${randomUUID()}`, subscriptionId }));
    await deliver(body, { [signatureHeader]: signNotice(signingKey, body, clock.now()) });
  };

  const openPage = async (page: {
    userId: string;
    customerId: string;
    priceId: string | null;
    subscriptionId: string | null;
    returnUrl: string;
  }) => {
    const id = randomBytes(24).toString('base64url');
    await insertTestCheckout.run(database, { ...page, id, now: clock.now() });
    return { url: `${publicUrl}/checkout/${id}` };
  };

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
      if (page.doneAt) return { returnUrl, changed: null };
      const subscription = page.subscription
        ? withPrice(page.subscription, page.priceId, cheapToDear)
        : newSubscription({ ...page, priceId: page.priceId }, clock.now());
      await saveTestSubscription.run(tx, subscription);
      await finishTestCheckout.run(tx, { id: checkoutId, now: clock.now() });
      return { returnUrl, changed: subscription.id };
    });

  const change = (id: string, to: (subscription: TestSubscription) => TestSubscription) =>
    database.transaction(async (tx) => {
      const subscription = await readTestSubscription.one(tx, { id });
      if (subscription) await saveTestSubscription.run(tx, to(advanced(subscription, clock.now())));
    });

  return {
    testMode: true,
    prices,
    connect: (to) => {
      deliver = to;
    },
    openCheckout: ({ userId, customerId, priceId, subscriptionId, returnUrl }) =>
      openPage({
        userId,
        customerId: customerId ?? `cus_${randomUUID()}`,
        priceId,
        subscriptionId,
        returnUrl,
      }),
    openPortal: ({ userId, customerId, subscriptionId, returnUrl }) =>
      openPage({ userId, customerId, priceId: null, subscriptionId, returnUrl }),
    readNotice: async (body, headers): Promise<Notice | undefined> => {
      if (!isNoticeSigned(signingKey, body, headers[signatureHeader], clock.now())) return undefined;
      return NoticeBody.parse(JSON.parse(body.toString()));
    },
    readSubscription: async (id) => {
      const subscription = await readTestSubscription.one(database, { id });
      return subscription && advanced(subscription, clock.now());
    },
    endReplaced: (id) =>
      change(id, (subscription) => ({ ...subscription, status: 'ended', endedAt: clock.now() })),
    readCheckout: async (id) => {
      const page = await findCheckout(database, id);
      return page && { ...page, isDone: page.doneAt !== null };
    },
    complete: async (id) => {
      const paid = await pay(id);
      if (paid?.changed) await notify(paid.changed);
      return paid;
    },
    act: async (id, act) => {
      const page = await findCheckout(database, id);
      if (!page?.subscription || page.subscription.status === 'ended') return;
      await change(page.subscription.id, (subscription) => afterAct(subscription, act, clock.now()));
      await notify(page.subscription.id);
    },
    renewDue: async () => {
      for (const { id } of await dueTestSubscriptions.all(database, { now: clock.now() })) {
        await change(id, (subscription) => subscription);
        await notify(id);
      }
    },
  };
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
  cancelsAtPeriodEnd: false,
  nextPaymentFails: false,
  startedAt: now,
  periodStart: now,
  periodEnd: monthLater(now),
  endedAt: null,
});
