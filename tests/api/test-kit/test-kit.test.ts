import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { readConfig } from '#server/config.ts';
import { type ApiUser, apiUser, type Earshot, startEarshot } from '#tests/support/earshot.ts';
import { sql, sqlRow } from '#tests/support/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  admin = await earshot.signIn({ userType: 'artist', admin: true, displayName: 'Ari' });
});
afterAll(() => earshot.close());

const create = () => admin.get(api.testKit.createTestListener, { body: {} });

test('the trial is 90 days of the Icon plan with 50 uploads a month, for the admin who asks', async () => {
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

test('upload credits are set to 1000, and not added up', async () => {
  const user = await earshot.signIn({ userType: 'artist', admin: true });
  for (const _ of [1, 2]) await user.get(api.testKit.addUploadCredits, { body: {} });
  expect(await user.get(api.subscriptions.getUploadEligibility, { body: {} })).toMatchObject({
    creditsRemaining: 1000,
    canUpload: true,
    source: 'credits',
  });
});

test('a test listener can sign in, has $15.00, and is never paid', async () => {
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
  expect(decided.status).toBe(409);
  const { ownerDatabase } = earshot.testDatabase;
  expect(await sqlRow(ownerDatabase, 'select count(*)::int as found from ledger.audit()')).toEqual({
    found: 0,
  });
});

test('the password of a test listener is kept nowhere', async () => {
  const { password } = await create();
  const { ownerDatabase } = earshot.testDatabase;
  for (const table of ['users', 'profiles', 'idempotency_keys', 'auth_audit', 'outbox']) {
    const rows = await sql(ownerDatabase, `select to_jsonb(t)::text as told from ${table} t`);
    expect(rows.filter(({ told }) => String(told).includes(password))).toEqual([]);
  }
});

test('the environment panel tells kinds and versions, and no secret', async () => {
  const kit = await admin.get(api.testKit.readTestKit, {});
  const { version } = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    "select current_setting('server_version') as version",
  );
  expect(kit).toMatchObject({
    version: '0.3.0',
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

test('it is on outside production only, unless the setting says otherwise', () => {
  expect(readConfig({}).testKit).toBe(true);
  expect(readConfig({ ENVIRONMENT: 'production' }).testKit).toBe(false);
  expect(readConfig({ ENVIRONMENT: 'production', TEST_KIT: 'on' }).testKit).toBe(true);
  expect(readConfig({ TEST_KIT: 'off' }).testKit).toBe(false);
});

test('where it is removed every path of it is 404 for everybody', async () => {
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
