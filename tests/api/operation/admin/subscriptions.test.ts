import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { createCheckout, openCustomerPortal } from '#server/plans/subscriptions/create-checkout.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  admin = await earshot.signIn({ admin: true });
});
afterAll(() => earshot.close());

const submit = (path: string) =>
  earshot.nobody.fetch(path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
async function subscriber(displayName: string): Promise<ApiUser> {
  const artist = await earshot.signIn({ userType: 'artist', displayName });
  const { url } = await createCheckout(earshot.deps, artist.userId, earshot.deps.billing.prices.pro);
  await submit(`${new URL(url).pathname}/complete`);
  return artist;
}
async function inPortal({ userId }: ApiUser, act: string): Promise<void> {
  const { url } = await openCustomerPortal(earshot.deps, userId);
  expect((await submit(`${new URL(url).pathname}/act/${act}`)).status).toBe(303);
}
const list = async (query: { show?: 'all' | 'attention'; search?: string; cursor?: string } = {}) =>
  admin.get(api.admin.listSubscriptions, { query });
const entryOf = async ({ userId }: ApiUser) => (await list()).items.find((entry) => entry.userId === userId);
const status = (artist: ApiUser) => artist.get(api.subscriptions.checkSubscription, { body: {} });

test('an admin sees each subscription with its state, ids, payments and last notice', async () => {
  const artist = await subscriber('Paying Artist');
  expect(await entryOf(artist)).toMatchObject({
    displayName: 'Paying Artist',
    plan: 'pro',
    state: 'active',
    pausedFor: null,
    problem: null,
    paidCents: 4900,
    refundedCents: 0,
    currency: 'usd',
    priceId: 'price_test_pro',
    lastNotice: 'test',
    subscriptionId: expect.stringMatching(/^sub_/),
  });
  await inPortal(artist, 'cancel');
  expect(await entryOf(artist)).toMatchObject({ state: 'cancelling' });
});

test('a payment in another currency is listed in that currency', async () => {
  const artist = await subscriber('Paying Euros');
  await sql(
    earshot.testDatabase.ownerDatabase,
    "update billing_payments set currency = 'eur' where user_id = $1",
    [artist.userId],
  );
  expect(await entryOf(artist)).toMatchObject({ paidCents: 4900, currency: 'eur' });
});

test('subscriptions that need attention have their own list', async () => {
  const paused = await subscriber('Paused Artist');
  await inPortal(paused, 'pause');
  const unpaid = await subscriber('Unpaid Artist');
  await inPortal(unpaid, 'fail-next-payment');
  await inPortal(unpaid, 'next-period');
  const fine = await subscriber('Fine Artist');
  const shown = (await list({ show: 'attention' })).items.map(({ userId, state }) => [userId, state]);
  expect(shown).toContainEqual([paused.userId, 'paused']);
  expect(shown).toContainEqual([unpaid.userId, 'past_due']);
  expect(shown.map(([userId]) => userId)).not.toContain(fine.userId);
  expect((await list({ show: 'attention', search: 'Fine' })).items).toEqual([]);
  expect((await list({ search: 'Fine' })).items).toHaveLength(1);
  await inPortal(paused, 'unpause');
  expect((await list({ show: 'attention', search: 'Paused' })).items).toEqual([]);
});

test('refunds and disputes are listed with their amounts, and change the plan', async () => {
  const refunded = await subscriber('Refunded Artist');
  await inPortal(refunded, 'refund');
  expect(await status(refunded)).toMatchObject({ plan: null, endedPlan: { endedFor: 'refund' } });
  earshot.clock.advance(1);
  const disputing = await subscriber('Disputing Artist');
  await inPortal(disputing, 'dispute');
  expect(await status(disputing)).toMatchObject({ plan: 'pro', pausedFor: 'dispute' });
  const { items } = await admin.get(api.admin.listReversals, { query: {} });
  expect(items.map(({ kind, status: now, amountCents, user }) => [kind, now, amountCents, user.id])).toEqual([
    ['dispute', 'open', 4900, disputing.userId],
    ['refund', 'succeeded', 4900, refunded.userId],
  ]);
  expect(await entryOf(refunded)).toMatchObject({
    state: 'ended',
    endedFor: 'refund',
    refundedCents: 4900,
  });
  await inPortal(disputing, 'win-dispute');
  expect(await status(disputing)).toMatchObject({ plan: 'pro', pausedFor: null });
  await inPortal(disputing, 'dispute');
  await inPortal(disputing, 'lose-dispute');
  expect(await status(disputing)).toMatchObject({ plan: null, endedPlan: { endedFor: 'dispute' } });
});

test('the lists are paged by cursor', async () => {
  const { ownerDatabase } = earshot.testDatabase;
  await sql(
    ownerDatabase,
    `with people as (insert into users (id, email, email_normalized, password_hash)
       select gen_random_uuid(), n || '@many.example', n || '@many.example', 'x' from generate_series(1, 60) n
       returning id),
     named as (insert into profiles (user_id, username, display_name) select id, id::text, 'Many' from people
       returning user_id)
     insert into artist_subscriptions (user_id, plan, price_per_month_cents, active, started_at,
       current_period_start, current_period_end, billing_subscription_id)
     select user_id, 'pro', 4900, true, now() - interval '1 day', now(), now() + interval '30 days', 'sub_' || user_id
       from named`,
  );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(cursor === null ? { search: 'Many' } : { search: 'Many', cursor });
    seen.push(...page.items.map(({ userId }) => userId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
});

test('a subscription without an account is listed with its price', async () => {
  const { ownerDatabase } = earshot.testDatabase;
  const id = `sub_${randomUUID()}`;
  await sql(
    ownerDatabase,
    "insert into billing_strays values ($1, $2, 'price_lost', 'unknown_price', now(), now())",
    [id, admin.userId],
  );
  const billing = await admin.get(api.admin.readBilling, {});
  expect(billing.testMode).toBe(true);
  expect(billing.strays).toMatchObject([
    { subscriptionId: id, priceId: 'price_lost', user: { id: admin.userId } },
  ]);
});

test('a trial granted after a paid plan ended is not affected by notices of that plan', async () => {
  const artist = await subscriber('Trial Artist');
  await inPortal(artist, 'refund');
  await sql(
    earshot.testDatabase.ownerDatabase,
    "insert into user_roles (user_id, role) values ($1, 'admin')",
    [artist.userId],
  );
  await artist.get(api.testKit.grantTrial, { body: {} });
  await earshot.runJobs();
  expect(await status(artist)).toMatchObject({ plan: 'icon', trial: true, isBilled: false });
});

test('the metrics count subscriptions that need attention', async () => {
  const text = await (await earshot.nobody.fetch('/metrics')).text();
  expect(text).toContain('earshot_subscriptions_troubled{trouble="unknown_price"} 1');
  expect(text).toContain('earshot_billing_price_problems 0');
});
