import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { isLocalBilling, signNotice } from '#server/adapters/payments/local-billing.ts';
import { checkSubscription } from '#server/plans/subscriptions/check-subscription.ts';
import { getUploadEligibility } from '#server/plans/subscriptions/get-upload-eligibility.ts';
import { recheckSubscriptions } from '#server/plans/subscriptions/recheck-subscriptions.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  artist = await earshot.signIn({ userType: 'artist' });
});

const day = 24 * 3600;
// Not over HTTP: the clock moves by months, and sessions end.
const status = () => checkSubscription(earshot.deps, artist.userId);
const eligibility = () => getUploadEligibility(earshot.deps, artist.userId);
const subscriptionId = async () =>
  String(
    (
      await sqlRow(
        earshot.testDatabase.ownerDatabase,
        'select billing_subscription_id as id from artist_subscriptions where user_id = $1',
        [artist.userId],
      )
    ).id,
  );

/** The artist with a new session: some tests are weeks later. */
const again = () => earshot.signInAgain(artist.userId);

/** The path of the page that the provider opens for a plan. */
async function openCheckout(plan: 'basic' | 'pro' | 'unlimited'): Promise<string> {
  const { offers } = await status();
  const priceId = offers.find((offer) => offer.plan === plan)?.priceId ?? '';
  const { url } = await (await again()).get(api.subscriptions.createCheckout, { body: { priceId } });
  return new URL(url).pathname;
}
const submit = (path: string) =>
  earshot.nobody.fetch(path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const subscribe = async (plan: 'basic' | 'pro' | 'unlimited') =>
  submit(`${await openCheckout(plan)}/complete`);
async function inPortal(act: string): Promise<void> {
  const { url } = await (await again()).get(api.subscriptions.customerPortal, {});
  expect((await submit(`${new URL(url).pathname}/act/${act}`)).status).toBe(303);
}
const sendNotice = (body: Buffer, signature: string) =>
  earshot.nobody.fetch('/api/billing/webhook', {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-type': 'application/json', 'earshot-signature': signature },
  });
const noticeAbout = (id: string, about: string) => Buffer.from(JSON.stringify({ id, subscriptionId: about }));
const signed = (body: Buffer) => signNotice(earshot.deps.keys.billingNotices, body, earshot.clock.now());

test('an unknown price is rejected, and so is the portal without a subscription', async () => {
  const call = (priceId: string) => artist.call(api.subscriptions.createCheckout, { body: { priceId } });
  expect((await call('price_of_my_own')).code).toBe('unknown_price');
  expect((await artist.call(api.subscriptions.customerPortal, {})).code).toBe('no_subscription');
  const listener = await earshot.signIn({ userType: 'listener' });
  const priceId = earshot.deps.billing.prices.basic;
  expect((await listener.call(api.subscriptions.createCheckout, { body: { priceId } })).code).toBe(
    'wrong_user_type',
  );
});

test('opening or canceling a checkout changes nothing', async () => {
  const page = await openCheckout('pro');
  const html = await (await earshot.nobody.fetch(page)).text();
  expect(html).toContain('Test mode');
  expect(html).toContain('Major, $49.00 a month');
  expect(html).toContain(
    '100 reviews a month, $0.49 each. With your first payment, you can use 20 reviews at once',
  );
  expect(await status()).toMatchObject({ subscribed: false, plan: null, endedPlan: null, testMode: true });
});

test('a guessed checkout page is not found', async () => {
  expect((await earshot.nobody.fetch('/checkout/guessed')).status).toBe(404);
  expect((await submit('/checkout/guessed/complete')).status).toBe(404);
});

test('paying starts the subscription, with its plan, uploads and end', async () => {
  const paid = await subscribe('pro');
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(`${earshot.deps.config.publicUrl}/app/subscription?checkout=pro`);
  expect(await status()).toMatchObject({
    subscribed: true,
    productId: 'earshot_pro',
    plan: 'pro',
    isBilled: true,
  });
  expect(await eligibility()).toMatchObject({ plan: 'pro', uploadsLimit: 5, uploadsUsed: 0 });
  const again = await artist.call(api.subscriptions.createCheckout, {
    body: { priceId: earshot.deps.billing.prices.pro },
  });
  expect(again.code).toBe('already_on_plan');
});

test('a page paid twice creates one subscription', async () => {
  const page = await openCheckout('basic');
  await Promise.all([submit(`${page}/complete`), submit(`${page}/complete`)]);
  const made = await sql(
    earshot.testDatabase.ownerDatabase,
    'select id from test_subscriptions where user_id = $1',
    [artist.userId],
  );
  expect(made).toHaveLength(1);
});

test('an upgrade applies at once and keeps the used uploads of the period', async () => {
  await subscribe('basic');
  await sql(
    earshot.testDatabase.ownerDatabase,
    'update artist_subscriptions set uploads_used_this_month = 2 where user_id = $1',
    [artist.userId],
  );
  await subscribe('pro');
  expect(await eligibility()).toMatchObject({ plan: 'pro', uploadsLimit: 5, uploadsUsed: 2 });
});

test('a downgrade applies at the end of the period', async () => {
  await subscribe('unlimited');
  await subscribe('basic');
  expect(await status()).toMatchObject({ plan: 'unlimited', nextPlan: 'basic' });
  earshot.clock.advance(32 * day);
  await sendRenewals();
  expect(await status()).toMatchObject({ plan: 'basic', nextPlan: null });
  expect(await eligibility()).toMatchObject({ uploadsLimit: 2, uploadsUsed: 0 });
});

test('a planned downgrade can be undone in the portal, and the plan continues', async () => {
  await subscribe('pro');
  await subscribe('basic');
  await inPortal('keep-plan');
  expect(await status()).toMatchObject({ plan: 'pro', nextPlan: null });
  earshot.clock.advance(32 * day);
  await sendRenewals();
  expect(await status()).toMatchObject({ plan: 'pro', nextPlan: null });
});

/** What the timetable does every ten minutes. */
async function sendRenewals(): Promise<void> {
  if (isLocalBilling(earshot.deps.billing)) await earshot.deps.billing.renewDue();
}

test('a canceled plan lasts until its period ends and can be resumed until then', async () => {
  await subscribe('pro');
  await inPortal('cancel');
  expect(await status()).toMatchObject({ subscribed: true, cancelsAtPeriodEnd: true });
  await inPortal('resume');
  expect(await status()).toMatchObject({ subscribed: true, cancelsAtPeriodEnd: false });
  await inPortal('cancel');
  earshot.clock.advance(32 * day);
  const ended = { subscribed: false, plan: null, productId: null, endedPlan: { plan: 'pro' } };
  expect(await status()).toMatchObject(ended);
  await sendRenewals();
  expect(await status()).toMatchObject(ended);
  expect(await eligibility()).toMatchObject({ plan: null, source: 'credits' });
  await subscribe('basic');
  expect(await status()).toMatchObject({ subscribed: true, plan: 'basic', endedPlan: null });
});

test('a period that begins before the last one is over has its own uploads, and ends the plan if it is refunded', async () => {
  await subscribe('basic');
  await subscribe('pro');
  await sql(
    earshot.testDatabase.ownerDatabase,
    'update artist_subscriptions set uploads_used_this_month = 2 where user_id = $1',
    [artist.userId],
  );
  earshot.clock.advance(day);
  await inPortal('next-period');
  expect(await eligibility()).toMatchObject({ plan: 'pro', uploadsUsed: 0 });
  earshot.clock.advance(day);
  await inPortal('next-period');
  await inPortal('refund');
  expect(await status()).toMatchObject({ subscribed: false, endedPlan: { plan: 'pro', endedFor: 'refund' } });
});

test('after a failed payment the plan ends in seven days, unless it is paid', async () => {
  await subscribe('pro');
  await inPortal('fail-next-payment');
  await inPortal('next-period');
  expect(await status()).toMatchObject({ subscribed: true, paymentFailed: true });
  await inPortal('pay');
  expect(await status()).toMatchObject({ subscribed: true, paymentFailed: false });
  await inPortal('fail-next-payment');
  earshot.clock.advance(1);
  await inPortal('next-period');
  earshot.clock.advance(8 * day);
  expect(await status()).toMatchObject({ subscribed: false });
});

test('a notice with a forged, expired or missing signature is rejected and changes nothing', async () => {
  await subscribe('pro');
  const body = noticeAbout('evt_forged', await subscriptionId());
  const old = signNotice(
    earshot.deps.keys.billingNotices,
    body,
    new Date(earshot.clock.now().getTime() - 301_000),
  );
  const another = signed(noticeAbout('evt_other', await subscriptionId()));
  for (const signature of ['', 'v1=0', 't=1,v1=00', old, another]) {
    expect((await sendNotice(body, signature)).status, signature).toBe(400);
  }
  const kept = await sql(
    earshot.testDatabase.ownerDatabase,
    "select id from billing_notices where id = 'evt_forged'",
  );
  expect(kept).toEqual([]);
});

test('repeated, late or out-of-order notices do not change the current state', async () => {
  await subscribe('pro');
  const about = await subscriptionId();
  const early = noticeAbout(`evt_${randomUUID()}`, about);
  await inPortal('cancel');
  const before = await status();
  for (const _ of [1, 2]) expect((await sendNotice(early, signed(early))).status).toBe(200);
  expect(await status()).toEqual(before);
  const twice = noticeAbout(`evt_${randomUUID()}`, about);
  await Promise.all([1, 2, 3].map(() => sendNotice(twice, signed(twice))));
  expect(await status()).toEqual(before);
  const unknown = noticeAbout(`evt_${randomUUID()}`, 'sub_of_somebody_else');
  expect((await sendNotice(unknown, signed(unknown))).status).toBe(200);
  await earshot.runJobs();
  expect(await status()).toEqual(before);
});

test('a checkout page is closed by a newer one', async () => {
  const first = await openCheckout('basic');
  const second = await openCheckout('pro');
  expect((await earshot.nobody.fetch(first)).status).toBe(404);
  expect((await submit(`${first}/complete`)).status).toBe(404);
  expect((await submit(`${second}/complete`)).status).toBe(303);
  expect(await status()).toMatchObject({ plan: 'pro' });
});

test('if two checkouts are both paid, the second subscription is canceled and refunded', async () => {
  // Not through the API, which closes the first one.
  for (const plan of ['basic', 'pro'] as const) {
    const { billing } = earshot.deps;
    const { url } = await billing.openCheckout({
      ...{
        userId: artist.userId,
        email: 'ada@example.org',
        customerId: null,
        attempt: plan,
        pack: null,
        terms: '',
      },
      ...{ priceId: billing.prices[plan], returnUrl: 'https://earshot.example' },
    });
    await submit(`${new URL(url).pathname}/complete`);
    earshot.clock.advance(1);
  }
  await earshot.runJobs();
  expect(await status()).toMatchObject({ subscribed: true, plan: 'basic' });
  const running = await sql(
    earshot.testDatabase.ownerDatabase,
    "select price_id from test_subscriptions where user_id = $1 and status <> 'ended'",
    [artist.userId],
  );
  expect(running).toEqual([{ price_id: 'price_test_basic' }]);
  const refunded = await sql(
    earshot.testDatabase.ownerDatabase,
    `select amount_cents::int as cents from test_payments payment
       join test_subscriptions paid on paid.id = payment.subscription_id
      where paid.user_id = $1 and refunded_at is not null`,
    [artist.userId],
  );
  expect(refunded).toEqual([{ cents: 4900 }]);
});

test('a renewal whose notice was lost is found by the recheck', async () => {
  await subscribe('pro');
  const first = (await status()).subscriptionEnd;
  earshot.clock.advance(32 * day);
  await recheckSubscriptions(earshot.deps, () => undefined);
  const { subscriptionEnd, subscribed } = await status();
  expect(subscribed).toBe(true);
  expect(Date.parse(subscriptionEnd ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
});
