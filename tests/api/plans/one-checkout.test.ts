import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { goodPassword } from '#tests/support/people/accounts.ts';
import { BilledArtist, prices } from '#tests/support/people/billed-artist.ts';
import { sql } from '#tests/support/world/sql.ts';

// A user can pay only the checkout opened last, so that nobody pays two plans by accident.

let artist: BilledArtist;
beforeAll(async () => {
  artist = await BilledArtist.start();
});
afterAll(() => artist.close());
beforeEach(async () => {
  artist.stripe.checkouts.forgetAll();
  artist.stripe.failing.clear();
  artist.stripe.beforeAnswer = async () => undefined;
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

test('of many presses at once the newest page can be paid, however long each request takes', async () => {
  const plans = ['price_basic', 'price_pro', 'price_unlimited'] as const;
  artist.stripe.beforeAnswer = () => sleep(Math.random() * 30);
  for (const presses of [3, 8, 8, 8, 40]) {
    artist.stripe.checkouts.forgetAll();
    await artist.enter();
    const pressed = await Promise.all(
      Array.from({ length: presses }, (_, made) => press(plans[made % 3] ?? plans[0])),
    );
    expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([200]));
    expect(openUrls()).toHaveLength(1);
    expect(pressed.map(({ answer }) => answer?.url)).toContain(openUrls()[0]);
  }
});

test.each(Array.from({ length: 10 }, (_, made) => made))(
  'a press that is repeated and one for another plan leave one page, play %i',
  async () => {
    artist.stripe.beforeAnswer = () => sleep(Math.random() * 40);
    await Promise.all((['price_basic', 'price_basic', 'price_pro'] as const).map(press));
    expect(openUrls()).toHaveLength(1);
  },
);

test('of two pages for the same order, the next press closes one', async () => {
  const held = Promise.withResolvers<void>();
  let made = 0;
  artist.stripe.beforeAnswer = async (call) => {
    if (call !== 'POST /v1/checkout/sessions') return;
    made += 1;
    if (made === 1) await held.promise;
  };
  const slow = press('price_basic');
  await expect.poll(() => made).toBe(1);
  artist.earshot.clock.advance(600);
  await press('price_basic');
  artist.stripe.failing.set('POST /v1/checkout/sessions/', 500);
  held.resolve();
  expect((await slow).code).toBe('billing_unavailable');
  artist.stripe.failing.clear();
  const last = await urlOf('price_basic');
  expect(openUrls()).toEqual([last]);
});

test('if the notice arrives while another plan is chosen, that becomes a change of plan', async () => {
  const subscription = pay(await urlOf('price_basic'), 'price_basic');
  const before = created();
  artist.stripe.beforeAnswer = async (call) => {
    if (!call.endsWith('/expire')) return;
    artist.stripe.beforeAnswer = async () => undefined;
    await artist.tellPaid(subscription);
  };
  expect((await press('price_pro')).answer).toEqual({ url: 'https://billing.stripe.example/p/1' });
  expect((await press('price_basic')).code).toBe('already_on_plan');
  expect(created()).toBe(before);
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

/** Pays by a bank debit, which takes days. */
async function payByDebit(price: Price): Promise<string> {
  const { userId } = artist.user;
  const subscription = artist.stripe.subscribe({ userId, price, now: artist.now });
  expect(artist.stripe.checkouts.pay(await urlOf(price), subscription)).toBe(true);
  artist.stripe.bill(subscription, artist.now, 'open', 'subscription_create');
  return subscription;
}

test('while a bank moves the money, no second page is offered; if it fails, there is one, and the debit is not tried again', async () => {
  const subscription = await payByDebit('price_pro');
  expect((await press('price_pro')).code).toBe('payment_under_way');
  await artist.earshot.runJobs();
  expect((await press('price_basic')).code).toBe('payment_under_way');
  await artist.change(subscription, { status: 'past_due' });
  expect((await press('price_basic')).status).toBe(200);
  expect(artist.ended(subscription)).toBe(true);
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

const remove = async () => {
  const hash = await hashPassword(goodPassword);
  await sql(owner(), 'update users set password_hash = $2 where id = $1', [artist.user.userId, hash]);
  const body = { password: goodPassword, confirmation: 'DELETE' as const, forfeitCents: cents(0) };
  return artist.user.call(api.personalData.deleteAccount, { body });
};

test.each([
  ['closes its checkout', undefined, 0],
  ['is not prevented by a provider that does not respond', 500, 1],
])('deleting an account %s', async (_, failure, left) => {
  await urlOf('price_basic');
  if (failure) artist.stripe.failing.set('POST /v1/checkout/sessions/', failure);
  expect((await remove()).status).toBe(200);
  expect(openUrls()).toHaveLength(left);
  expect(await artist.rows('select id from checkouts where user_id = $1')).toEqual([]);
});

test('an account is not deleted while a payment is under way', async () => {
  const subscription = await payByDebit('price_pro');
  expect((await remove()).code).toBe('payment_under_way');
  artist.stripe.change(subscription, {
    status: 'canceled',
    ended_at: Math.floor(artist.now.getTime() / 1000),
  });
  expect((await remove()).status).toBe(200);
});

test('a plan that the provider no longer has can be bought again', async () => {
  const { subscription } = await artist.buy('price_basic');
  expect((await press('price_basic')).code).toBe('already_on_plan');
  artist.stripe.subscriptions.delete(subscription);
  artist.stripe.failing.set('GET /v1/subscriptions', 500);
  expect((await press('price_basic')).code).toBe('billing_unavailable');
  artist.stripe.failing.clear();
  expect((await press('price_basic')).status).toBe(200);
});
