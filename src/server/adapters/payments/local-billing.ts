import { createHmac, type KeyObject, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../foundation/clock.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import type { Database } from '../database/database.ts';
import { type Billing, type ClosedCheckout, type Notice, RefundRefused } from './billing.ts';
import {
  closeTestCheckout,
  dueTestSubscriptions,
  insertTestCheckout,
  paidByTestCheckout,
  paymentFacts,
  readBoughtPack,
  readTestPayments,
  readTestSubscription,
  refundTestPayment,
} from './local-books.ts';
import { amountOf, localChanges, localPackOf, localPackPrices, localPrices } from './local-changes.ts';
import {
  advanced,
  afterAct,
  isPaymentAct,
  type PortalAct,
  type TestSubscription,
} from './local-subscription.ts';

export interface LocalBillingOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The product's own address; its pages serve as the checkout. */
  readonly publicUrl: string;
  readonly signingKey: KeyObject;
}

/** A checkout or portal page, with its subscription. */
export interface TestCheckout {
  readonly id: string;
  /** Null for the portal. */
  readonly priceId: string | null;
  /** What is said before a payment. */
  readonly terms: string | null;
  readonly returnUrl: string;
  readonly isDone: boolean;
  readonly subscription: TestSubscription | undefined;
}

export interface LocalBilling extends Billing {
  readonly testMode: true;
  /** Sets the route that receives notices, so that they arrive like any provider's. */
  connect(deliver: Deliver): void;
  readPage(id: string): Promise<TestCheckout | undefined>;
  /** Pays on the checkout page. Undefined if the page no longer exists. */
  complete(checkoutId: string): Promise<{ returnUrl: string } | undefined>;
  /** Performs an action of the portal page. */
  act(checkoutId: string, act: PortalAct): Promise<void>;
  /** Renews or ends subscriptions that are due, and sends notices. */
  renewDue(): Promise<void>;
}

/** Delivers a signed notice to the webhook's route; rejects if it was not accepted. */
export type Deliver = (body: Buffer, headers: Readonly<Record<string, string>>) => Promise<void>;

export const signatureHeader = 'earshot-signature';
const NoticeBody = z.strictObject({
  id: z.string(),
  subscriptionId: z.string().nullable().default(null),
  paymentId: z.string().nullable().default(null),
});
/** Whether this is the local provider, which has its own pages and renewal job. */
export const isLocalBilling = (billing: Billing): billing is LocalBilling => billing.testMode;

type NewPage = Omit<Parameters<typeof insertTestCheckout.run>[1], 'id' | 'now'>;

/** The provider of the test mode: it takes no money and stores its data in the product's own database. */
export function localBilling({ database, clock, publicUrl, signingKey }: LocalBillingOptions): LocalBilling {
  let deliver: Deliver = () => Promise.reject(new Error('Nobody takes notices of the local billing yet.'));

  const notify = async (about: { subscriptionId: string } | { paymentId: string }): Promise<void> => {
    const body = Buffer.from(JSON.stringify({ id: `evt_${randomUUID()}`, ...about }));
    await deliver(body, { [signatureHeader]: signNotice(signingKey, body, clock.now()) });
  };

  const openPage = async (page: NewPage) => {
    const id = randomBytes(24).toString('base64url');
    await insertTestCheckout.run(database, { ...page, id, now: clock.now() });
    return { id, url: urlOf(id) };
  };
  const urlOf = (id: string) => `${publicUrl}/checkout/${id}`;
  const closedState = async (id: string): Promise<ClosedCheckout> => {
    const paid = await paidByTestCheckout.one(database, { id });
    return paid?.subscriptionId
      ? { status: 'paid', subscriptionId: paid.subscriptionId }
      : { status: 'closed' };
  };

  const { findCheckout, pay, change, changePayment, endAtOnce } = localChanges({ database, clock });

  return {
    testMode: true,
    prices: localPrices,
    formerPrices: { basic: [], pro: [], unlimited: [] },
    packPrices: localPackPrices,
    connect: (to) => {
      deliver = to;
    },
    openCheckout: ({ userId, customerId, priceId, terms, returnUrl }) =>
      openPage({
        terms,
        userId,
        customerId: customerId ?? `cus_${randomUUID()}`,
        priceId,
        subscriptionId: null,
        returnUrl,
      }),
    openChange: ({ userId, customerId, priceId, subscriptionId, returnUrl }) =>
      openPage({ userId, customerId, priceId, subscriptionId, terms: null, returnUrl }),
    readCheckout: async (id) => {
      const page = await findCheckout(database, id);
      return page && !page.doneAt ? { status: 'open', url: urlOf(id) } : closedState(id);
    },
    closeCheckout: async (id) => {
      await closeTestCheckout.run(database, { id, now: clock.now() });
      return closedState(id);
    },
    openPortal: ({ userId, customerId, subscriptionId, returnUrl }) =>
      openPage({ userId, customerId, priceId: null, subscriptionId, terms: null, returnUrl }),
    readNotice: async (body, headers): Promise<Notice | undefined> => {
      if (!isNoticeSigned(signingKey, body, headers[signatureHeader], clock.now())) return undefined;
      return { kind: 'test', ...NoticeBody.parse(JSON.parse(body.toString())) };
    },
    readSubscription: async (id) => {
      const subscription = await readTestSubscription.one(database, { id });
      if (!subscription) return undefined;
      const now = advanced(subscription, clock.now());
      return { ...now, isPaid: now.status !== 'past_due' };
    },
    end: endAtOnce,
    refund: async (id) => {
      const paid = await refundTestPayment.one(database, { id, now: clock.now() });
      if (!paid) throw new RefundRefused('There is no such test payment.');
      const { subscriptionId } = paid;
      await notify(subscriptionId === null ? { paymentId: id } : { subscriptionId });
    },
    readPayments: async (subscriptionId, since) =>
      (await readTestPayments.all(database, { subscriptionId, since })).map(paymentFacts),
    readBought: (id) => readBoughtPack(database, id),
    readPrice: async (priceId) => ({
      amountCents: amountOf(priceId),
      currency: 'usd',
      interval: localPackOf(priceId) ? null : 'month',
      intervalCount: 1,
      isActive: true,
    }),
    readPage: async (id) => {
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
      if (isPaymentAct(act)) await changePayment(page.subscription, act);
      else await change(page.subscription.id, (subscription) => afterAct(subscription, act, clock.now()));
      await notify({ subscriptionId: page.subscription.id });
    },
    renewDue: async () => {
      const due = await dueTestSubscriptions.all(database, { now: clock.now() });
      const renew = ({ id }: (typeof due)[number]) =>
        change(id, (subscription) => subscription).then(() => notify({ subscriptionId: id }));
      await eachCatching(due, renew, 'Some test subscriptions were not renewed.');
    },
  };
}

const toleranceSeconds = 300;
const form = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const macOf = (key: KeyObject, seconds: number, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest();

/** Signs a notice in Stripe's format: the time in seconds, and an HMAC over time and body. */
export function signNotice(key: KeyObject, body: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${macOf(key, seconds, body).toString('hex')}`;
}

/** Whether the signature was made with this key, for this body, within the last five minutes. */
function isNoticeSigned(key: KeyObject, body: Buffer, signature: unknown, now: Date): boolean {
  const [, time, mac] = form.exec(String(signature)) ?? [];
  if (time === undefined || mac === undefined) return false;
  const seconds = Number(time);
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds) return false;
  return timingSafeEqual(macOf(key, seconds, body), Buffer.from(mac, 'hex'));
}
