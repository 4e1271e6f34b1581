import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { product } from '#contract/product.ts';
import { readConfig } from '#server/settings/config.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import { completeApproved } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  admin = await earshot.signIn({ userType: 'artist', admin: true, displayName: 'Ari' });
});
afterAll(() => earshot.close());

const create = () => admin.get(api.testKit.createTestListener, { body: {} });

test('the trial gives the admin 90 days of the Icon plan with 50 uploads a month', async () => {
  const { expiresAt } = await admin.get(api.testKit.grantTrial, { body: {} });
  expect(Date.parse(expiresAt) - earshot.clock.now().getTime()).toBe(7_776_000_000);
  expect(await admin.get(api.subscriptions.getUploadEligibility, { body: {} })).toMatchObject({
    plan: 'icon',
    uploadsLimit: 50,
    uploadsUsed: 0,
    source: 'subscription',
  });
});

test('a paid plan is not replaced by a trial', async () => {
  const payer = await earshot.signIn({ userType: 'artist', admin: true });
  await sql(
    earshot.testDatabase.ownerDatabase,
    `insert into artist_subscriptions (user_id, plan, price_per_month_cents, active, current_period_start,
       current_period_end, billing_subscription_id)
     values ($1, 'pro', 4900, true, now(), now() + interval '30 days', $2)`,
    [payer.userId, randomUUID()],
  );
  expect((await payer.call(api.testKit.grantTrial, { body: {} })).code).toBe('already_on_plan');
});

test('the profile says whether the user has a plan, a trial, or had one', async () => {
  const user = await earshot.signIn({ userType: 'artist', admin: true });
  const status = async () => (await user.get(api.accounts.readProfile, {})).subscriptionStatus;
  const set = (change: string) =>
    sql(earshot.testDatabase.ownerDatabase, `update artist_subscriptions set ${change} where user_id = $1`, [
      user.userId,
    ]);
  expect(await status()).toBe('none');
  await user.get(api.testKit.grantTrial, { body: {} });
  expect(await status()).toBe('trial');
  await set('trial = false');
  expect(await status()).toBe('active');
  await set('active = false');
  expect(await status()).toBe('ended');
  await set("active = true, expires_at = now() - interval '1 minute'");
  expect(await status()).toBe('ended');
});

test('upload credits are set to 1000, not added', async () => {
  const user = await earshot.signIn({ userType: 'artist', admin: true });
  for (const _ of [1, 2]) await user.get(api.testKit.addUploadCredits, { body: {} });
  expect(await user.get(api.subscriptions.getUploadEligibility, { body: {} })).toMatchObject({
    creditsRemaining: 1000,
    canUpload: true,
    source: 'credits',
  });
});

test('a test listener can sign in, has $15.00, and is never paid out', async () => {
  const { email, password, availableCents } = await create();
  expect(availableCents).toBe(1500);
  expect(await admin.get(api.testKit.readTestKit, {})).toMatchObject({ testListenerEmail: email });
  const session = await earshot.nobody.get(api.accounts.signIn, { body: { email, password } });
  const listener = apiUser(earshot.url, session.user.id, session.accessToken);
  expect(await listener.get(api.accounts.readProfile, {})).toMatchObject({
    userType: 'listener',
    displayName: 'Test Listener',
  });
  const payout = await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  const decided = await admin.call(api.admin.decidePayout, {
    params: { payoutId: payout.id },
    body: { status: 'completed' },
    idempotencyKey: randomUUID(),
  });
  expect(decided.status).toBe(200);
  await completeApproved(earshot);
  // It gives the test funds back and moves no cash; only the test provider is ever sent it.
  const { items } = await listener.get(api.wallet.listPayoutRequests, { query: {} });
  expect(items[0]).toMatchObject({ status: 'completed', destination: 'Test account that pays at once' });
  const { ownerDatabase } = earshot.testDatabase;
  expect(await sqlRow(ownerDatabase, 'select count(*)::int as found from ledger.audit()')).toEqual({
    found: 0,
  });
});

test('the password of a test listener is not stored', async () => {
  const { password } = await create();
  const { ownerDatabase } = earshot.testDatabase;
  for (const table of ['users', 'profiles', 'idempotency_keys', 'auth_audit', 'outbox']) {
    const rows = await sql(ownerDatabase, `select to_jsonb(t)::text as told from ${table} t`);
    expect(rows.filter(({ told }) => String(told).includes(password))).toEqual([]);
  }
});

test('pressing again resets the one test listener: a new password, a full wallet, and sign-in works', async () => {
  const first = await create();
  const session = await earshot.nobody.get(api.accounts.signIn, {
    body: { email: first.email, password: first.password },
  });
  const listener = apiUser(earshot.url, session.user.id, session.accessToken);
  await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  // What could keep it from signing in as a listener.
  await listener.get(api.accounts.updateProfile, { body: { userType: 'artist' } });
  const { ownerDatabase } = earshot.testDatabase;
  await sql(
    ownerDatabase,
    "insert into factors (user_id, secret_encrypted, created_at, verified_at) values ($1, '\\x00', now(), now())",
    [listener.userId],
  );

  const again = await create();
  expect(again).toMatchObject({ email: first.email, availableCents: 1500 });
  expect(again.password).not.toBe(first.password);
  const old = { email: first.email, password: first.password };
  expect((await earshot.nobody.call(api.accounts.signIn, { body: old })).code).toBe('wrong_credentials');
  const { user, accessToken } = await earshot.nobody.get(api.accounts.signIn, {
    body: { email: again.email, password: again.password },
  });
  expect(user.id).toBe(listener.userId);
  const renewed = apiUser(earshot.url, user.id, accessToken);
  expect(await renewed.get(api.accounts.readProfile, {})).toMatchObject({ userType: 'listener' });
  expect(await sqlRow(ownerDatabase, 'select count(*)::int as alarms from ledger.audit()')).toEqual({
    alarms: 0,
  });
});

test('a suspended or deleted test listener is not reused: the next press creates another one', async () => {
  const { email } = await create();
  await sql(earshot.testDatabase.ownerDatabase, 'update users set suspended_at = now() where email = $1', [
    email,
  ]);
  expect((await admin.get(api.testKit.readTestKit, {})).testListenerEmail).not.toBe(email);
  const { email: other, password } = await create();
  expect(other).not.toBe(email);
  const body = { email: other, password };
  expect((await earshot.nobody.call(api.accounts.signIn, { body })).status).toBe(200);
});

test('two presses at once create one test listener', async () => {
  await sql(earshot.testDatabase.ownerDatabase, 'update users set suspended_at = now() where is_test');
  const made = await Promise.all([create(), create(), create()]);
  expect(new Set(made.map(({ email }) => email)).size).toBe(1);
});

test('test accounts are marked in the lists, and left out of figures and queues', async () => {
  const stats = () => admin.get(api.admin.readPlatformStats, {});
  const owner = earshot.testDatabase.ownerDatabase;
  await sql(owner, 'update users set suspended_at = now() where is_test');
  const before = await stats();
  const { email, password } = await create();
  const { user, accessToken } = await earshot.nobody.get(api.accounts.signIn, { body: { email, password } });
  const tester = apiUser(earshot.url, user.id, accessToken);
  const { id } = await tester.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  await aReview(owner, { listenerId: user.id });
  expect(await stats()).toMatchObject({
    totalUsers: before.totalUsers + 1, // The artist of the review's track.
    listeners: before.listeners,
    totalReviews: before.totalReviews,
    waitingReviews: before.waitingReviews,
    pendingPayouts: before.pendingPayouts,
    pendingPayoutCents: before.pendingPayoutCents,
  });

  const listener = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, listener.userId, 34);
  const request = await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  expect(request.queuePosition).toBe(1);
  const { items: own } = await tester.get(api.wallet.listPayoutRequests, { query: {} });
  expect(own[0]).toMatchObject({ id, queuePosition: null });

  const { items: payouts } = await admin.get(api.admin.listPendingPayouts, { query: {} });
  expect(payouts.find((payout) => payout.id === id)?.isTest).toBe(true);
  expect(payouts.find((payout) => payout.id === request.id)?.isTest).toBe(false);
  const { items: users } = await admin.get(api.admin.listUsers, { query: { search: email } });
  expect(users).toMatchObject([{ email, isTest: true }]);
  const { items: reviews } = await admin.get(api.admin.listReviewsToDecide, { query: { view: 'waiting' } });
  expect(reviews.find((review) => review.listenerId === user.id)?.isTest).toBe(true);
});

test('the Test Kit shows the end of the trial and the remaining credits', async () => {
  const user = await earshot.signIn({ userType: 'artist', admin: true });
  const uploads = async () => (await user.get(api.testKit.readTestKit, {})).uploads;
  expect(await uploads()).toEqual({ trialUntil: null, creditsRemaining: 1 });
  await user.get(api.testKit.addUploadCredits, { body: {} });
  const { expiresAt } = await user.get(api.testKit.grantTrial, { body: {} });
  expect(await uploads()).toEqual({ trialUntil: expiresAt, creditsRemaining: 1000 });
});

test('the environment panel shows kinds and versions, and no secret', async () => {
  const kit = await admin.get(api.testKit.readTestKit, {});
  const { version } = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    "select current_setting('server_version') as version",
  );
  expect(kit).toMatchObject({
    version: product.version,
    storage: 'Files on disk',
    mail: 'Files on disk',
    billing: 'Test mode',
    demoMode: true,
    displayName: 'Ari',
    role: 'admin',
  });
  expect(kit.database).toContain(`PostgreSQL ${version}`);
  const told = JSON.stringify(kit);
  for (const secret of [earshot.deps.keys.demoPassword, earshot.deps.config.dataDirectory, 'postgres://'])
    expect(told).not.toContain(secret);
});

test('the Test Kit is on outside production only, unless the setting says otherwise', () => {
  expect(readConfig({}).testKit).toBe(true);
  expect(readConfig({ ENVIRONMENT: 'production' }).testKit).toBe(false);
  expect(readConfig({ ENVIRONMENT: 'production', TEST_KIT: 'on' }).testKit).toBe(true);
  expect(readConfig({ TEST_KIT: 'off' }).testKit).toBe(false);
});

test('without the Test Kit all its paths return 404 for everyone', async () => {
  const without = await startEarshot({ TEST_KIT: 'off' });
  try {
    const everybody = [
      without.nobody,
      await without.signIn({ userType: 'listener' }),
      await without.signIn({ userType: 'artist' }),
      await without.signIn({ admin: true }),
    ];
    for (const user of everybody) {
      expect((await user.call(api.testKit.readTestKit, {})).code).toBe('not_found');
      for (const call of [
        api.testKit.grantTrial,
        api.testKit.addUploadCredits,
        api.testKit.createTestListener,
      ])
        expect((await user.call(call, { body: {} })).status).toBe(404);
    }
  } finally {
    await without.close();
  }
});
