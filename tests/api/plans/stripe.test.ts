import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Billing, BillingUnavailable } from '#server/adapters/payments/billing.ts';
import { type StripeBillingOptions, stripeBilling } from '#server/adapters/payments/stripe-billing.ts';

interface Captured {
  readonly method: string;
  readonly path: string;
  /** The form's fields, or those of the query. */
  readonly fields: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly version: string | undefined;
  readonly idempotencyKey: string;
}

const prices = { basic: 'price_b', pro: 'price_p', unlimited: 'price_u' } as const;
const webhookSecret = 'whsec_of_this_test';
const userId = '0b0c3a52-5f0f-4a8e-9d7e-0c35a8c1f2aa';
const returnUrl = 'https://earshot.example/app/subscription?checkout=pro';

let server: Server;
let billing: Billing;
let withTax: Billing;
let captured: Captured[] = [];
/** What Stripe answers at a path. */
let answers: Record<string, { status?: number; body: unknown }> = {};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const form = new URLSearchParams(await text(request));
    captured.push({
      method: request.method ?? '',
      path: url.pathname,
      fields: Object.fromEntries([...url.searchParams, ...form]),
      authorization: request.headers.authorization,
      version: String(request.headers['stripe-version']),
      idempotencyKey: String(request.headers['idempotency-key']),
    });
    const { status = 200, body } = answers[`${request.method} ${url.pathname}`] ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const options: StripeBillingOptions = {
    secretKey: 'sk_test_made_up',
    webhookSecret,
    prices,
    formerPrices: { basic: [], pro: ['price_p_old'], unlimited: [] },
    packPrices: {},
    tax: false,
    promotionCodes: false,
    server: { host: '127.0.0.1', port, protocol: 'http' },
  };
  billing = stripeBilling(options);
  withTax = stripeBilling({ ...options, tax: true, promotionCodes: true });
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  captured = [];
  answers = { 'GET /v1/invoices': { body: { object: 'list', data: [], has_more: false } } };
});

/** The fields of typed parameters, as a form has them: these are checked by Stripe's own types. */
function formOf(params: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => {
      const name = prefix ? `${prefix}[${key}]` : key;
      return value !== null && typeof value === 'object'
        ? Object.entries(formOf(value, name))
        : [[name, String(value)]];
    }),
  );
}

const anOrder = {
  userId,
  email: 'ada@example.org',
  customerId: null,
  priceId: 'price_p',
  returnUrl,
  attempt: '1',
  pack: null,
  terms: '100 reviews a month, $0.49 each.',
};

test('a second click reuses the checkout, and another order or a later attempt gets its own', async () => {
  answers['POST /v1/checkout/sessions'] = { body: { url: 'https://checkout.stripe.example/c/1' } };
  await billing.openCheckout(anOrder);
  await billing.openCheckout(anOrder);
  await billing.openCheckout({ ...anOrder, priceId: 'price_b' });
  await billing.openCheckout({ ...anOrder, userId: '2b0c3a52-5f0f-4a8e-9d7e-0c35a8c1f2aa' });
  await billing.openCheckout({ ...anOrder, attempt: '2' });
  const [first, second, ...others] = captured.map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
  expect(new Set([first, ...others]).size).toBe(4);
});

test('a new subscription creates a checkout session with fields that Stripe knows', async () => {
  answers['POST /v1/checkout/sessions'] = {
    body: { id: 'cs_1', url: 'https://checkout.stripe.example/c/1' },
  };
  expect(await billing.openCheckout(anOrder)).toEqual({
    id: 'cs_1',
    url: 'https://checkout.stripe.example/c/1',
  });
  const expected: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    client_reference_id: userId,
    customer_email: 'ada@example.org',
    line_items: [{ price: 'price_p', quantity: 1 }],
    custom_text: { submit: { message: '100 reviews a month, $0.49 each.' } },
    subscription_data: { metadata: { user_id: userId } },
    success_url: returnUrl,
    cancel_url: 'https://earshot.example/app/subscription?checkout=cancelled',
  };
  expect(captured).toEqual([
    {
      method: 'POST',
      path: '/v1/checkout/sessions',
      fields: formOf(expected),
      authorization: 'Bearer sk_test_made_up',
      version: Stripe.API_VERSION,
      idempotencyKey: expect.stringMatching(/^checkout 1 [\w-]{43}$/),
    },
  ]);
});

test('taxes and promotion codes are requested if the settings say so', async () => {
  answers['POST /v1/checkout/sessions'] = { body: { url: 'https://checkout.stripe.example/c/1' } };
  const taxed: Partial<Stripe.Checkout.SessionCreateParams> = {
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    billing_address_collection: 'required',
    allow_promotion_codes: true,
  };
  await withTax.openCheckout(anOrder);
  expect(captured[0]?.fields).toMatchObject(formOf(taxed));
  expect(captured[0]?.fields).not.toHaveProperty('customer_update[address]');
  await withTax.openCheckout({ ...anOrder, customerId: 'cus_1' });
  const known: Partial<Stripe.Checkout.SessionCreateParams> = {
    ...taxed,
    customer_update: { address: 'auto', name: 'auto' },
  };
  expect(captured[1]?.fields).toMatchObject(formOf(known));
});

test('a subscriber confirms another plan in the portal, where downgrades apply at the end of the period', async () => {
  answers = {
    'GET /v1/subscriptions/sub_1': { body: aSubscription({}) },
    'GET /v1/billing_portal/configurations': { body: { data: [] } },
    'GET /v1/prices/price_b': { body: { id: 'price_b', product: 'prod_b' } },
    'GET /v1/prices/price_p': { body: { id: 'price_p', product: 'prod_p' } },
    'GET /v1/prices/price_u': { body: { id: 'price_u', product: 'prod_u' } },
    'POST /v1/billing_portal/configurations': { body: { id: 'bpc_1' } },
    'POST /v1/billing_portal/sessions': { body: { id: 'bps_1', url: 'https://billing.stripe.example/p/1' } },
  };
  await billing.openChange({ ...anOrder, customerId: 'cus_1', subscriptionId: 'sub_1' });
  const fieldsOf = (path: string) => captured.find((c) => c.method === 'POST' && c.path === path)?.fields;
  const configuration: Stripe.BillingPortal.ConfigurationCreateParams = {
    metadata: { earshot: 'price_b price_p price_u' },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        products: [
          { product: 'prod_b', prices: ['price_b'] },
          { product: 'prod_p', prices: ['price_p'] },
          { product: 'prod_u', prices: ['price_u'] },
        ],
      },
    },
  };
  expect(fieldsOf('/v1/billing_portal/configurations')).toEqual(formOf(configuration));
  const session: Stripe.BillingPortal.SessionCreateParams = {
    customer: 'cus_1',
    configuration: 'bpc_1',
    return_url: returnUrl,
    flow_data: {
      type: 'subscription_update_confirm',
      after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
      subscription_update_confirm: {
        subscription: 'sub_1',
        items: [{ id: 'si_1', price: 'price_p', quantity: 1 }],
      },
    },
  };
  expect(fieldsOf('/v1/billing_portal/sessions')).toEqual(formOf(session));
  captured = [];
  await billing.openPortal({ userId, customerId: 'cus_1', subscriptionId: 'sub_1', returnUrl });
  expect(captured.map(({ path, fields }) => [path, fields])).toEqual([
    ['/v1/billing_portal/sessions', { customer: 'cus_1', configuration: 'bpc_1', return_url: returnUrl }],
  ]);
});

test('an error from Stripe is reported as unavailable, without the key', async () => {
  answers['POST /v1/checkout/sessions'] = { status: 400, body: { error: { message: 'No such price' } } };
  await expect(billing.openCheckout(anOrder)).rejects.toBeInstanceOf(BillingUnavailable);
});

const seconds = (date: string) => Date.parse(date) / 1000;
const aSubscription = (more: object) => ({
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'active',
  metadata: { user_id: userId },
  start_date: seconds('2026-05-01T00:00:00Z'),
  cancel_at_period_end: false,
  cancel_at: null,
  ended_at: null,
  schedule: null,
  items: {
    data: [
      {
        id: 'si_1',
        price: { id: 'price_p' },
        current_period_start: seconds('2026-06-01T00:00:00Z'),
        current_period_end: seconds('2026-07-01T00:00:00Z'),
      },
    ],
  },
  ...more,
});

test('a subscription is read with its schedule, and the next phase is the next plan', async () => {
  const schedule = {
    id: 'sub_sched_1',
    phases: [
      { start_date: seconds('2026-06-01T00:00:00Z'), items: [{ price: 'price_p' }] },
      { start_date: seconds('2026-07-01T00:00:00Z'), items: [{ price: 'price_b' }] },
    ],
  };
  answers['GET /v1/subscriptions/sub_1'] = { body: aSubscription({ schedule }) };
  expect(await billing.readSubscription('sub_1')).toEqual({
    id: 'sub_1',
    customerId: 'cus_1',
    userId,
    priceId: 'price_p',
    status: 'active',
    isPaid: true,
    collectionPaused: false,
    startedAt: new Date('2026-05-01T00:00:00Z'),
    periodStart: new Date('2026-06-01T00:00:00Z'),
    periodEnd: new Date('2026-07-01T00:00:00Z'),
    cancelsAtPeriodEnd: false,
    nextPriceId: 'price_b',
    endedAt: null,
  });
  expect(captured[0]?.fields).toEqual({ 'expand[0]': 'schedule', 'expand[1]': 'latest_invoice' });
});

test.each([
  ['paid', true],
  ['void', true],
  ['draft', false],
  ['open', false],
  ['uncollectible', false],
])('a period counts as paid or not by its newest invoice: %s', async (status, isPaid) => {
  const latest_invoice = { id: 'in_1', object: 'invoice', status };
  answers['GET /v1/subscriptions/sub_1'] = { body: aSubscription({ latest_invoice }) };
  expect(await billing.readSubscription('sub_1')).toMatchObject({ status: 'active', isPaid });
});

test.each<[isPaid: boolean, older: Record<string, unknown>]>([
  [false, {}],
  [false, { status: 'draft' }],
  [false, { status: 'uncollectible' }],
  [true, { status: 'paid' }],
  [true, { status: 'void' }],
  [true, { billing_reason: 'manual' }],
  [true, { lines: { data: [{ period: { start: 0, end: seconds('2026-06-01T00:00:00Z') } }] } }],
])(
  'although the newest invoice is paid, a period counts as paid (%s) by an older one: %o',
  async (isPaid, older) => {
    const latest_invoice = { id: 'in_2', object: 'invoice', status: 'paid' };
    answers['GET /v1/subscriptions/sub_1'] = { body: aSubscription({ latest_invoice }) };
    const period = { start: seconds('2026-06-01T00:00:00Z'), end: seconds('2026-07-01T00:00:00Z') };
    const invoice = {
      id: 'in_1',
      status: 'open',
      billing_reason: 'subscription_cycle',
      lines: { data: [{ period }] },
    };
    const data = [{ ...invoice, ...older }];
    answers['GET /v1/invoices'] = { body: { object: 'list', data, has_more: false } };
    expect(await billing.readSubscription('sub_1')).toMatchObject({ status: 'active', isPaid });
    expect(captured.at(-1)?.fields).toEqual({
      ...{ subscription: 'sub_1', limit: '100' },
      'created[gte]': String(seconds('2026-05-31T23:00:00Z')),
    });
  },
);

test('if there are several items, the one with a price of ours counts', async () => {
  const item = (id: string, price: string) => ({
    id,
    price: { id: price },
    current_period_start: seconds('2026-06-01T00:00:00Z'),
    current_period_end: seconds('2026-07-01T00:00:00Z'),
  });
  const items = { data: [item('si_0', 'price_of_an_extra'), item('si_1', 'price_p_old')] };
  answers['GET /v1/subscriptions/sub_1'] = { body: aSubscription({ items }) };
  expect(await billing.readSubscription('sub_1')).toMatchObject({ priceId: 'price_p_old' });
});

test.each([
  ['trialing', 'active'],
  ['past_due', 'past_due'],
  ['incomplete', 'incomplete'],
  ['unpaid', 'ended'],
  ['canceled', 'ended'],
  ['incomplete_expired', 'ended'],
  ['paused', 'ended'],
])('the status %s at Stripe means %s', async (status, meant) => {
  answers['GET /v1/subscriptions/sub_1'] = { body: aSubscription({ status, metadata: {} }) };
  expect(await billing.readSubscription('sub_1')).toMatchObject({ status: meant, userId: null });
});

test('a subscription unknown to Stripe reads as none', async () => {
  answers['GET /v1/subscriptions/sub_9'] = {
    status: 404,
    body: { error: { type: 'invalid_request_error', code: 'resource_missing' } },
  };
  expect(await billing.readSubscription('sub_9')).toBeUndefined();
});

const signer = new Stripe('sk_test_made_up');
const headersFor = (payload: string, secret = webhookSecret) => ({
  'stripe-signature': signer.webhooks.generateTestHeaderString({ payload, secret }),
});
const anEvent = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });

test('a Stripe notice with a forged signature is rejected', async () => {
  const payload = anEvent('customer.subscription.updated', { id: 'sub_1' });
  expect(
    await billing.readNotice(Buffer.from(payload), headersFor(payload, 'whsec_guessed')),
  ).toBeUndefined();
  expect(await billing.readNotice(Buffer.from(payload), {})).toBeUndefined();
  expect(await billing.readNotice(Buffer.from(`${payload} `), headersFor(payload))).toBeUndefined();
});

test('a Stripe notice older than five minutes is rejected, even with a valid signature', async () => {
  const payload = anEvent('customer.subscription.updated', { id: 'sub_1' });
  const signedAgo = (age: number) => ({
    'stripe-signature': signer.webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
      timestamp: Math.floor(Date.now() / 1000) - age,
    }),
  });
  expect(await billing.readNotice(Buffer.from(payload), signedAgo(400))).toBeUndefined();
  expect(await billing.readNotice(Buffer.from(payload), signedAgo(200))).toMatchObject({ id: 'evt_1' });
});

test.each([
  ['checkout.session.completed', { subscription: 'sub_1' }, 'sub_1'],
  ['customer.subscription.deleted', { id: 'sub_1' }, 'sub_1'],
  ['invoice.payment_failed', { parent: { subscription_details: { subscription: 'sub_1' } } }, 'sub_1'],
  ['invoice.paid', { parent: null }, null],
  ['invoice.paid', { subscription: 'sub_1' }, 'sub_1'],
  ['subscription_schedule.released', { subscription: null, released_subscription: 'sub_1' }, 'sub_1'],
  ['customer.created', { id: 'cus_1' }, null],
])('the notice %s says only which subscription to read again', async (type, object, about) => {
  const payload = anEvent(type, object);
  expect(await billing.readNotice(Buffer.from(payload), headersFor(payload))).toMatchObject({
    id: 'evt_1',
    kind: type,
    subscriptionId: about,
    paymentId: null,
  });
});
