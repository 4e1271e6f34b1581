import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { checkPrices } from '#server/plans/subscriptions/prices.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type StripeStandIn, startStripe } from '#tests/support/stand-ins/stripe-stand-in.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';

let stripe: StripeStandIn;
let earshot: Earshot;
let artist: ApiUser;
beforeAll(async () => {
  stripe = await startStripe();
  earshot = await startEarshot({}, { billing: stripe.billing });
});
afterAll(async () => {
  await earshot.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.failing.clear();
  artist = await earshot.signIn({ userType: 'artist' });
  for (const id of ['price_basic', 'price_pro', 'price_unlimited'])
    stripe.prices.set(id, { ...good.get(id) });
  stripe.prices.set('price_basic_old', { ...good.get('price_pro'), id: 'price_basic_old' });
});

const good = new Map<string, Record<string, unknown>>();
beforeAll(() => {
  for (const [id, price] of stripe.prices) good.set(id, price);
});
const checked = async () => {
  const lines: string[] = [];
  await checkPrices(earshot.deps, (line) => lines.push(line));
  return lines;
};
const buy = (priceId: string) => artist.call(api.subscriptions.createCheckout, { body: { priceId } });
const admin = () => earshot.signIn({ admin: true });

test('prices that match the plans are sold without a warning', async () => {
  expect(await checked()).toEqual([]);
  expect((await buy('price_pro')).status).toBe(200);
});

test.each([
  ['costs another amount', { unit_amount: 1900 }, "costs 19.00, not the plan's 49.00"],
  ['is in euros', { currency: 'eur' }, 'is in EUR, not USD'],
  ['is paid yearly', { recurring: { interval: 'year', interval_count: 1 } }, 'is paid every year'],
  [
    'is paid every three months',
    { recurring: { interval: 'month', interval_count: 3 } },
    'is paid every 3 months',
  ],
  ['is paid once', { recurring: null }, 'is paid once'],
  ['is archived', { active: false }, 'is archived'],
  ['belongs to an archived product', { product: { id: 'prod_1', active: false } }, 'is archived'],
])('a price that %s is reported in one line, and not sold', async (_, wrong, told) => {
  stripe.prices.set('price_pro', { ...good.get('price_pro'), ...wrong });
  const lines = await checked();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^STRIPE_PRICE_PRO: the price price_pro /);
  expect(lines[0]).toContain(told);
  expect((await buy('price_pro')).code).toBe('plan_not_for_sale');
  expect((await buy('price_basic')).status).toBe(200);
  const { prices } = await (await admin()).get(api.admin.readBilling, {});
  expect(prices.find(({ priceId }) => priceId === 'price_pro')).toMatchObject({ problem: lines[0] });
});

test('a price missing at Stripe is reported, even a former one', async () => {
  stripe.prices.delete('price_unlimited');
  stripe.prices.delete('price_basic_old');
  expect(await checked()).toEqual([
    expect.stringMatching(/^STRIPE_PRICE_BASIC: Stripe has no price price_basic_old/),
    expect.stringMatching(/^STRIPE_PRICE_UNLIMITED: Stripe has no price price_unlimited/),
  ]);
  expect((await buy('price_unlimited')).code).toBe('plan_not_for_sale');
});

test('a former price can cost anything, and is not sold', async () => {
  stripe.prices.set('price_basic_old', { ...good.get('price_pro'), unit_amount: 500, active: false });
  expect(await checked()).toEqual([]);
  expect((await buy('price_basic_old')).code).toBe('unknown_price');
});

test('a wrong key is reported once, in one line', async () => {
  stripe.failing.set('GET /v1/prices', 401);
  expect(await checked()).toEqual(['STRIPE_SECRET_KEY: Stripe does not accept this key.']);
  expect((await buy('price_pro')).code).toBe('plan_not_for_sale');
});

test('if Stripe is down the price check fails and is retried, and no price is sold', async () => {
  stripe.prices.set('price_pro', { ...good.get('price_pro'), unit_amount: 1 });
  await checked();
  stripe.failing.set('GET /v1/prices', 500);
  await expect(checked()).rejects.toThrow('Stripe refused or did not answer.');
  expect((await buy('price_pro')).code).toBe('billing_unavailable');
});

test('a corrected price is sold at once', async () => {
  stripe.prices.set('price_pro', { ...good.get('price_pro'), unit_amount: 1 });
  await checked();
  expect((await buy('price_pro')).code).toBe('plan_not_for_sale');
  stripe.prices.set('price_pro', { ...good.get('price_pro') });
  expect((await buy('price_pro')).status).toBe(200);
});
