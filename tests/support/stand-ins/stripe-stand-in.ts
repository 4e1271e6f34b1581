import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { Billing } from '#server/adapters/payments/billing.ts';
import { type StripeBillingOptions, stripeBilling } from '#server/adapters/payments/stripe-billing.ts';
import { StripeCheckoutsStandIn } from './stripe-checkouts-stand-in.ts';

const webhookSecret = 'whsec_of_the_tests';
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
type Thing = Record<string, unknown>;

export const standInPrices = {
  basic: 'price_basic',
  pro: 'price_pro',
  unlimited: 'price_unlimited',
} as const;

/** A Stripe on this machine that the official SDK talks to: it keeps what the tests tell it, and answers what is asked. */
export interface StripeStandIn {
  readonly billing: Billing;
  readonly prices: Map<string, Thing>;
  readonly subscriptions: Map<string, Thing>;
  readonly webhookEndpoints: Thing[];
  /** Where it listens. */
  readonly server: NonNullable<StripeBillingOptions['server']>;
  /** Every request as method and path, oldest first. */
  readonly asked: string[];
  /** Paths that begin so are answered with this status. */
  readonly failing: Map<string, number>;
  /** Awaited between a request and its answer, which says what was true when the request came. */
  beforeAnswer: (call: string) => Promise<void>;
  /** A running subscription that began now. */
  subscribe(of: { userId: string | null; price: string; now: Date }): string;
  change(subscription: string, to: Thing): void;
  /** Bills the running period; the invoice is not paid. */
  bill(subscription: string, now: Date, status: 'draft' | 'open' | 'uncollectible', reason?: string): void;
  /**
   * Pays an invoice for the running period, with the card of this fingerprint. The money of a bank debit arrives later.
   * Returns the charge.
   */
  pay(subscription: string, cents: number, now: Date, card?: string, arrivesAt?: Date): string;
  /** Pays a pack. Returns its payment, which is still under way if `isUnderWay`. */
  payPack(of: { userId: string; pack: 'ten' | 'twenty'; now: Date; card?: string; isUnderWay?: boolean }): {
    intent: string;
    charge: string;
  };
  /** The money of a payment under way arrives. */
  settle(intent: string): void;
  readonly checkouts: StripeCheckoutsStandIn;
  /** How subscriptions were canceled: what was asked for with it. */
  readonly cancellations: Map<string, Thing>;
  /** Charges that Stripe refuses to refund, with its words. */
  readonly refundRefusals: Map<string, string>;
  /** Why it does; `charge_not_refundable` when nothing else is said. */
  refusalCode: string;
  refund(charge: string, cents: number, status?: string): string;
  dispute(charge: string, status: string): void;
  /** An event of this type as Stripe sends it, signed. */
  sign(payload: string): Record<string, string>;
  close(): Promise<void>;
}

const aPrice = (id: string, amount: number): Thing => ({
  id,
  object: 'price',
  active: true,
  currency: 'usd',
  unit_amount: amount,
  recurring: { interval: 'month', interval_count: 1 },
  product: { id: `prod_${id}`, object: 'product', active: true },
});

const aCharge = (amount: number, card: string): Thing => ({
  amount,
  currency: 'usd',
  disputed: false,
  balance_transaction: { id: 'txn_1', fee: Math.round(amount * 0.029) + 30 },
  payment_method_details: { type: 'card', card: { fingerprint: card } },
});

export const event = (type: string, object: unknown, more: Thing = {}): string =>
  JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object }, ...more });

export async function startStripe(options: Partial<StripeBillingOptions> = {}): Promise<StripeStandIn> {
  const prices = new Map(
    [
      aPrice('price_basic', 2900),
      aPrice('price_pro', 4900),
      aPrice('price_unlimited', 9900),
      { ...aPrice('price_ten', 900), recurring: null },
      { ...aPrice('price_twenty', 1600), recurring: null },
    ].map((price) => [String(price.id), price]),
  );
  const subscriptions = new Map<string, Thing>();
  const webhookEndpoints: Thing[] = [];
  const invoices: Thing[] = [];
  const charges = new Map<string, Thing>();
  const intents = new Map<string, Thing>();
  const refunds: Thing[] = [];
  const disputes: Thing[] = [];
  const cancellations = new Map<string, Thing>();
  const refundRefusals = new Map<string, string>();
  const refundsByKey = new Map<string, Thing>();
  const checkouts = new StripeCheckoutsStandIn();
  const asked: string[] = [];
  const failing = new Map<string, number>();

  const found = (thing: Thing | undefined) => thing ?? { status: 404 };
  const list = (data: readonly Thing[]) => ({ object: 'list', data, has_more: false });
  const answer = (method: string, path: string, query: URLSearchParams, key: string): Thing => {
    const [, , kind = '', id = ''] = path.split('/');
    switch (`${method} ${kind}`) {
      case 'GET prices':
        return found(prices.get(id));
      case 'GET subscriptions':
        return found(subscriptions.get(id));
      case 'DELETE subscriptions': {
        const known = subscriptions.get(id);
        cancellations.set(id, Object.fromEntries(query));
        if (known) subscriptions.set(id, { ...known, status: 'canceled', ended_at: seconds(new Date()) });
        return found(known);
      }
      case 'GET invoices': {
        const since = Number(query.get('created[gte]'));
        const isAsked = ({ of, status, created }: Thing) =>
          of === query.get('subscription') &&
          (query.get('status') ?? status) === status &&
          Number(created) >= since;
        return list(invoices.filter(isAsked));
      }
      case 'GET invoice_payments': {
        const invoice = query.get('invoice');
        const intent = query.get('payment[payment_intent]');
        return list(
          invoices
            .filter((known) => known.id === invoice || known.intent === intent)
            .map((known) => ({
              invoice: known,
              payment: {
                type: 'payment_intent',
                payment_intent: { id: known.intent, latest_charge: known.charge },
              },
            })),
        );
      }
      case 'GET billing_portal':
        return list([]);
      case 'POST billing_portal':
        return { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.example/p/1' };
      case 'GET webhook_endpoints':
        return list(webhookEndpoints);
      case 'GET payment_intents':
        return found(intents.get(id));
      case 'GET charges':
        return found(charges.get(id));
      case 'GET refunds':
        return list(refunds.filter(({ charge }) => charge === query.get('charge')));
      case 'GET disputes':
        return list(disputes.filter(({ charge }) => charge === query.get('charge')));
      case 'GET checkout':
      case 'POST checkout':
        return checkouts.answer(method, path, key);
      default:
        return { status: 404 };
    }
  };
  /** The same key finds the same refund, and a charge is refunded in full once. */
  const makeRefund = (charge: string, key: string): Thing => {
    const known = refundsByKey.get(key);
    if (known) return known;
    const refused = refundRefusals.get(charge);
    if (refused !== undefined) return { status: 400, message: refused, code: standIn.refusalCode };
    const amount = Number(charges.get(charge)?.amount);
    const gone = refunds.filter((refund) => refund.charge === charge && refund.status !== 'failed');
    const left = amount - gone.reduce((sum, refund) => sum + Number(refund.amount), 0);
    if (left <= 0) return { status: 400, message: 'Refunded already.', code: 'charge_already_refunded' };
    const created = seconds(new Date());
    const made = {
      id: `re_${randomUUID()}`,
      charge,
      amount: left,
      currency: 'usd',
      status: 'succeeded',
      created,
    };
    refunds.push(made);
    refundsByKey.set(key, made);
    return made;
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    const call = `${request.method} ${pathname}`;
    asked.push(call);
    const failed = [...failing].find(([path]) => call.startsWith(path))?.[1];
    const isRefund = call === 'POST /v1/refunds' && failed === undefined;
    const key = String(request.headers['idempotency-key']);
    // What other calls say was true when they came, before their body.
    const early =
      failed === undefined && !isRefund ? answer(request.method ?? '', pathname, searchParams, key) : {};
    const sentBody = await readText(request);
    const charge = new URLSearchParams(sentBody).get('charge') ?? '';
    const body = isRefund ? makeRefund(charge, key) : early;
    const status = failed ?? (typeof body.status === 'number' ? body.status : 200);
    const { message = 'Made up.', code = 'resource_missing' } = body;
    const error = { type: 'invalid_request_error', message, code };
    const failure = { error: failed === undefined ? error : { type: 'api_error', message: 'Made up.' } };
    const sent = JSON.stringify(status === 200 ? body : failure);
    await standIn.beforeAnswer(call);
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
    response.end(sent);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const periodOf = (subscription: string) => {
    const items = subscriptions.get(subscription)?.items as { data: Thing[] }; // subscribe() made it
    const [item] = items.data;
    return { start: Number(item?.current_period_start), end: Number(item?.current_period_end) };
  };
  const place = { host: '127.0.0.1', port, protocol: 'http' } as const;
  const standIn: StripeStandIn = {
    billing: stripeBilling({
      secretKey: 'sk_test_made_up',
      webhookSecret,
      prices: standInPrices,
      formerPrices: { basic: ['price_basic_old'], pro: [], unlimited: [] },
      packPrices: { ten: 'price_ten', twenty: 'price_twenty' },
      tax: false,
      promotionCodes: false,
      server: place,
      ...options,
    }),
    prices,
    subscriptions,
    webhookEndpoints,
    server: place,
    asked,
    failing,
    checkouts,
    cancellations,
    refundRefusals,
    refusalCode: 'charge_not_refundable',
    beforeAnswer: async () => undefined,
    subscribe: ({ userId, price, now }) => {
      const id = `sub_${randomUUID().replaceAll('-', '')}`;
      const start = seconds(now);
      subscriptions.set(id, {
        id,
        object: 'subscription',
        customer: `cus_of_${userId ?? id}`,
        status: 'active',
        metadata: userId === null ? {} : { user_id: userId },
        start_date: start,
        cancel_at_period_end: false,
        cancel_at: null,
        ended_at: null,
        pause_collection: null,
        schedule: null,
        ...periodItem(price, start),
      });
      return id;
    },
    change: (id, to) => subscriptions.set(id, { ...subscriptions.get(id), ...to }),
    bill: (subscription, now, status, reason = 'subscription_cycle') => {
      const invoice = { id: `in_${randomUUID()}`, of: subscription, created: seconds(now), amount_paid: 0 };
      const lines = { data: [{ period: periodOf(subscription) }] };
      invoices.push({ ...invoice, status, lines, billing_reason: reason });
    },
    pay: (subscription, cents, now, card = randomUUID(), arrivesAt = now) => {
      const [id, intent, charge] = ['in', 'pi', 'ch'].map((kind) => `${kind}_${randomUUID()}`);
      const created = seconds(now);
      const period = periodOf(subscription);
      invoices.push({
        ...{ id, intent, charge, created, of: subscription, amount_paid: cents, currency: 'usd' },
        status: 'paid',
        status_transitions: { paid_at: seconds(arrivesAt) },
        parent: { subscription_details: { subscription } },
        lines: { data: [{ period }] },
      });
      intents.set(String(intent), { id: intent, status: 'succeeded', metadata: {}, latest_charge: charge });
      charges.set(String(charge), {
        ...aCharge(cents, card),
        ...{ id: charge, created, payment_intent: intent },
      });
      return String(charge);
    },
    payPack: ({ userId, pack, now, card = randomUUID(), isUnderWay = false }) => {
      const [intent, charge] = [`pi_${randomUUID()}`, `ch_${randomUUID()}`];
      intents.set(intent, {
        ...{ id: intent, metadata: { user_id: userId, pack }, latest_charge: charge },
        status: isUnderWay ? 'processing' : 'succeeded',
      });
      const created = seconds(now);
      const paid = aCharge(pack === 'ten' ? 900 : 1600, card);
      charges.set(charge, { ...paid, id: charge, created, payment_intent: intent });
      return { intent, charge };
    },
    settle: (intent) => intents.set(intent, { ...intents.get(intent), status: 'succeeded' }),
    refund: (charge, cents, status = 'succeeded') => {
      const id = `re_${randomUUID()}`;
      refunds.push({ id, charge, amount: cents, currency: 'usd', status, created: seconds(new Date()) });
      return id;
    },
    dispute: (charge, status) => {
      const known = disputes.find((dispute) => dispute.charge === charge);
      charges.set(charge, { ...charges.get(charge), disputed: true });
      if (known) known.status = status;
      else {
        disputes.push({
          ...{ id: `dp_${randomUUID()}`, charge, status, currency: 'usd', created: seconds(new Date()) },
          amount: charges.get(charge)?.amount,
          balance_transactions: [{ fee: 1500 }],
        });
      }
    },
    sign: (payload) => ({
      'content-type': 'application/json',
      'stripe-signature': signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }),
    }),
    close: () => new Promise((done) => void server.close(() => done())),
  };
  return standIn;
}

const signer = new Stripe('sk_test_made_up');

/** The items of a subscription in the month that begins then. */
export const periodItem = (price: string, start: number): Thing => ({
  items: {
    data: [
      {
        id: 'si_1',
        price: { id: price },
        current_period_start: start,
        current_period_end: start + 30 * 24 * 3600,
      },
    ],
  },
});
