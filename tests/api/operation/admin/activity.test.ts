import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { sweepAccounts } from '#server/identity/sweep-accounts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  admin = await earshot.signIn({ admin: true, displayName: 'Ari Admin' });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const list = async (query: {
  event?: 'payout_rejected' | 'user_suspended' | 'admin_call_refused';
  about?: string;
  cursor?: string;
}) => admin.get(api.admin.listActivity, { query });
const record = (userId: string, event: string, daysAgo = 0) =>
  sqlRow(
    owner(),
    `insert into auth_audit (user_id, event, at) values ($1, $2, now() - $3 * interval '1 day') returning id`,
    [userId, event, daysAgo],
  );

describe('activity records cannot be changed', () => {
  test.each([
    ['update', "update auth_audit set event = 'signed_up'"],
    ['delete', 'delete from auth_audit'],
    ['delete of old records', "delete from auth_audit where at < now() - interval '180 days'"],
    ['truncate', 'truncate auth_audit'],
  ])('%s is rejected, even for the owner of the database', async (_act, statement) => {
    const { userId } = await earshot.signIn({});
    await record(userId, 'signed_up', 200);
    await expect(sql(owner(), statement)).rejects.toThrow('the record only grows');
    await expect(sql(earshot.testDatabase.database, statement)).rejects.toThrow('permission denied');
  });

  test('the sweep deletes records older than 180 days and nothing else', async () => {
    const { userId } = await earshot.signIn({});
    await record(userId, 'signed_up', 181);
    const young = await record(userId, 'signed_in', 179);
    await sweepAccounts(earshot.deps);
    expect((await list({ about: userId })).items.map(({ id }) => id)).toEqual([String(young.id)]);
    const far = new Date(Date.now() + 400 * 86_400_000);
    await sql(earshot.testDatabase.database, 'select forget_old_auth_audit($1)', [far]);
    expect((await list({ about: userId })).items).toHaveLength(1);
  });
});

test('an admin decision is recorded with actor, subject and reason, and can be found by event and by user', async () => {
  const listener = await earshot.signIn({ userType: 'listener', displayName: 'Lee Listener' });
  await earnedBy(earshot, listener.userId, 34);
  const { id } = await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  await admin.get(api.admin.decidePayout, {
    params: { payoutId: id },
    body: { status: 'rejected', reason: 'Please confirm your account.' },
    idempotencyKey: randomUUID(),
  });
  const entry = {
    event: 'payout_rejected',
    user: { id: listener.userId, displayName: 'Lee Listener' },
    actor: { id: admin.userId, displayName: 'Ari Admin' },
    details: { payout: id, reason: 'Please confirm your account.' },
  };
  expect((await list({ event: 'payout_rejected' })).items).toMatchObject([entry]);
  expect((await list({ about: listener.userId })).items).toMatchObject([entry]);
  expect((await list({ about: admin.userId, event: 'payout_rejected' })).items).toMatchObject([entry]);
  expect((await list({ about: listener.userId, event: 'user_suspended' })).items).toEqual([]);
});

test('a rejected admin call is recorded, up to a limit per user', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const suspend = { params: { userId: admin.userId }, body: { suspended: true, reason: 'Because.' } };
  for (let i = 0; i < 25; i += 1) {
    expect((await listener.call(api.admin.setSuspension, suspend)).code).toBe('access_denied');
  }
  const tries = (await list({ about: listener.userId, event: 'admin_call_refused' })).items;
  expect(tries).toHaveLength(20);
  expect(tries[0]).toMatchObject({
    user: { id: listener.userId },
    actor: null,
    details: { call: 'admin.setSuspension', code: 'access_denied' },
  });

  const both = await earshot.signIn({ admin: true, userType: 'listener' });
  await earnedBy(earshot, both.userId, 34);
  const { id } = await both.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  const own = {
    params: { payoutId: id },
    body: { status: 'completed' as const },
    idempotencyKey: randomUUID(),
  };
  expect((await both.call(api.admin.decidePayout, own)).code).toBe('own_decision');
  expect((await list({ about: both.userId, event: 'admin_call_refused' })).items).toMatchObject([
    { details: { call: 'admin.decidePayout', code: 'own_decision' } },
  ]);
});

test('a user who opens an admin page leaves one record, not one for each of its calls', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await listener.call(api.admin.readPlatformStats, {});
  await listener.call(api.admin.listPendingPayouts, { query: {} });
  await listener.call(api.admin.listReviewsToDecide, { query: { view: 'waiting' } });
  const lines = (await list({ about: listener.userId, event: 'admin_call_refused' })).items;
  expect(lines).toMatchObject([{ details: { call: 'admin.readPlatformStats', code: 'access_denied' } }]);
});

test('the list is paged newest first, and a made-up cursor is rejected', async () => {
  const { userId } = await earshot.signIn({});
  for (let i = 0; i < 55; i += 1) await record(userId, 'signed_in');
  const first = await list({ about: userId });
  const second = await list({ about: userId, cursor: first.nextCursor ?? '' });
  const ids = [...first.items, ...second.items].map(({ id }) => Number(id));
  expect(ids).toHaveLength(55);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(second.nextCursor).toBeNull();
  const madeUp = await admin.call(api.admin.listActivity, { query: { cursor: 'first' } });
  expect(madeUp.code).toBe('malformed');
});

test('a payout is marked if it is the first, and for 72 hours after a password reset', async () => {
  const listener = await earshot.signIn({ userType: 'listener', displayName: 'Mia Marked' });
  await earnedBy(earshot, listener.userId, 34);
  await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  const marks = async () => {
    const { items } = await admin.get(api.admin.listPendingPayouts, { query: { search: 'mia m' } });
    return items.map(({ isFirst, recentlyReset }) => ({ isFirst, recentlyReset }));
  };
  expect(await marks()).toEqual([{ isFirst: true, recentlyReset: false }]);
  await record(listener.userId, 'password_reset', 2);
  expect(await marks()).toEqual([{ isFirst: true, recentlyReset: true }]);
  earshot.clock.advance(25 * 3600);
  const again = await earshot.signInAgain(admin.userId);
  const { items } = await again.get(api.admin.listPendingPayouts, { query: { search: 'mia m' } });
  expect(items).toMatchObject([{ recentlyReset: false }]);
});
