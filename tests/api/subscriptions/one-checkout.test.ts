import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/accounts/passwords/password-hash.ts';
import { goodPassword } from '#tests/support/accounts.ts';
import { BilledArtist, prices } from '#tests/support/billed-artist.ts';
import { sql } from '#tests/support/sql.ts';

// A user can pay only the checkout opened last, so that nobody pays two plans by accident.

let artist: BilledArtist;
beforeAll(async () => {
  artist = await BilledArtist.start();
});
afterAll(() => artist.close());
beforeEach(async () => {
  artist.stripe.checkouts.forgetAll();
  artist.stripe.failing.clear();
  await artist.enter();
});

const owner = () => artist.earshot.testDatabase.ownerDatabase;
type Price = keyof typeof prices;
const press = (priceId: Price) => artist.user.call(api.subscriptions.createCheckout, { body: { priceId } });
const urlOf = async (priceId: Price) => (await press(priceId)).answer?.url ?? '';
const openUrls = () => artist.stripe.checkouts.open().map(({ url }) => url);
const created = () => artist.stripe.asked.filter((call) => call === 'POST /v1/checkout/sessions').length;

/** Pays on the page. The notice has not arrived yet. */
function pay(url: string, price: Price): string {
  const subscription = artist.stripe.subscribe({ userId: artist.user.userId, price, now: artist.now });
  expect(artist.stripe.checkouts.pay(url, subscription)).toBe(true);
  artist.stripe.pay(subscription, prices[price], artist.now);
  return subscription;
}

test('a checkout for another plan closes the earlier one', async () => {
  await urlOf('price_basic');
  const second = await urlOf('price_pro');
  expect(openUrls()).toEqual([second]);
});

test('a second press opens the same page, also slowly, and makes no second one', async () => {
  const before = created();
  const first = await urlOf('price_basic');
  artist.earshot.clock.advance(599);
  expect(await urlOf('price_basic')).toBe(first);
  expect(created()).toBe(before + 1);
  artist.earshot.clock.advance(2);
  const later = await urlOf('price_basic');
  expect(later).not.toBe(first);
  expect(openUrls()).toEqual([later]);
});

test('a plan chosen again after another one gets a page that can be paid', async () => {
  await urlOf('price_basic');
  await urlOf('price_pro');
  const third = await urlOf('price_basic');
  expect(openUrls()).toEqual([third]);
  expect(await urlOf('price_basic')).toBe(third);
});

test('of forty presses at once, one page can be paid, and each answer is a page', async () => {
  const plans = ['price_basic', 'price_pro', 'price_unlimited'] as const;
  const pressed = await Promise.all(
    Array.from({ length: 40 }, (_, made) => press(plans[made % 3] ?? plans[0])),
  );
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([200]));
  const [open, ...others] = openUrls();
  expect(others).toEqual([]);
  expect(pressed.map(({ answer }) => answer?.url)).toContain(open);
});

test('someone who has paid is not offered a second page while the notice is on its way', async () => {
  const first = await urlOf('price_basic');
  pay(first, 'price_basic');
  for (const plan of ['price_basic', 'price_pro'] as const)
    expect((await press(plan)).code).toBe('payment_under_way');
  expect(openUrls()).toEqual([]);
  await artist.earshot.runJobs();
  expect(await artist.status()).toMatchObject({ plan: 'basic' });
  expect((await press('price_basic')).code).toBe('already_on_plan');
});

test('while a bank moves the money, no second page is offered; once it failed, there is one', async () => {
  const subscription = artist.stripe.subscribe({
    userId: artist.user.userId,
    price: 'price_pro',
    now: artist.now,
  });
  expect(artist.stripe.checkouts.pay(await urlOf('price_pro'), subscription)).toBe(true);
  artist.stripe.bill(subscription, artist.now, 'open', 'subscription_create');
  expect((await press('price_pro')).code).toBe('payment_under_way');
  await artist.earshot.runJobs();
  expect((await press('price_basic')).code).toBe('payment_under_way');
  artist.stripe.change(subscription, {
    status: 'canceled',
    ended_at: Math.floor(artist.now.getTime() / 1000),
  });
  expect((await press('price_basic')).status).toBe(200);
});

test('after a plan has ended, its checkout is in nobody’s way', async () => {
  const subscription = pay(await urlOf('price_basic'), 'price_basic');
  await artist.tellPaid(subscription);
  await artist.end(subscription);
  const next = await urlOf('price_basic');
  expect(openUrls()).toEqual([next]);
});

test('if the earlier page cannot be closed, no second one is handed out', async () => {
  const first = await urlOf('price_basic');
  artist.stripe.failing.set('POST /v1/checkout/sessions/', 500);
  expect((await press('price_pro')).code).toBe('billing_unavailable');
  expect(openUrls()).toEqual([first]);
  artist.stripe.failing.clear();
  const second = await urlOf('price_pro');
  expect(openUrls()).toEqual([second]);
});

test('checkouts that the provider no longer has are forgotten', async () => {
  await urlOf('price_basic');
  artist.stripe.checkouts.forgetAll();
  const next = await urlOf('price_basic');
  expect(openUrls()).toEqual([next]);
});

test('the checkouts of another artist stay open', async () => {
  const mine = await urlOf('price_basic');
  await artist.enter();
  const other = await urlOf('price_pro');
  expect(openUrls()).toEqual([mine, other]);
});

test.each([
  ['', undefined, 0],
  [', and is not held up by a provider that does not respond', 500, 1],
])('deleting an account closes its checkout%s', async (_, failure, left) => {
  await urlOf('price_basic');
  const hash = await hashPassword(goodPassword);
  await sql(owner(), 'update users set password_hash = $2 where id = $1', [artist.user.userId, hash]);
  if (failure) artist.stripe.failing.set('POST /v1/checkout/sessions/', failure);
  const body = { password: goodPassword, confirmation: 'DELETE' as const, forfeitCents: cents(0) };
  expect((await artist.user.call(api.personalData.deleteAccount, { body })).status).toBe(200);
  expect(openUrls()).toHaveLength(left);
  expect(await artist.rows('select id from checkouts where user_id = $1')).toEqual([]);
});
