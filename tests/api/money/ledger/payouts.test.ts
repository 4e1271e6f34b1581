import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Queryable } from '#server/adapters/database/database.ts';
import { alarmsOf } from '#tests/support/people/alarms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { aListener, anAdmin, anArtist, aReview } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import { approve, decide, request, reverse, setReward, walletOf } from './ledger-calls.ts';

let db: TestDatabase;
let app: Queryable;
let owner: Queryable;
let admin: string;
let listener: string;

beforeAll(async () => {
  db = await createTestDatabase();
  [app, owner] = [db.database, db.ownerDatabase];
  admin = await anAdmin(owner);
});
beforeEach(async () => {
  listener = await aListener(owner);
});
afterAll(async () => {
  expect(await alarmsOf(db.auditDatabase)).toEqual([]);
  await db.drop();
});

/** Lets `listener` earn this much with one review. Answers the review's id. */
async function earn(cents: number): Promise<string> {
  await setReward(owner, cents);
  const { id } = await aReview(owner, { listenerId: listener });
  await approve(app, id);
  return id;
}

test('a request below 500 cents is rejected', async () => {
  const refused = { outcome: 'below_minimum', payout_id: null, status: null, created_at: null };
  expect(await request(app, listener)).toEqual({ ...refused, amount_cents: 0 });
  await earn(499);
  expect(await request(app, listener)).toEqual({ ...refused, amount_cents: 499 });
  expect(await walletOf(owner, listener)).toEqual([499, 0, 0]);
});

test('artists, unknown users and suspended listeners cannot request a payout', async () => {
  expect(await request(app, await anArtist(owner))).toMatchObject({ outcome: 'not_listener' });
  expect(await request(app, randomUUID())).toMatchObject({ outcome: 'not_listener' });
  await earn(500);
  await sql(owner, 'update users set suspended_at = now() where id = $1', [listener]);
  expect(await request(app, listener)).toMatchObject({ outcome: 'suspended' });
  expect(await walletOf(owner, listener)).toEqual([500, 0, 0]);
});

test('a request moves all of available to pending, and its key returns it forever', async () => {
  await earn(500);
  const key = randomUUID();
  const first = await request(app, listener, key);
  expect(first).toMatchObject({
    outcome: 'done',
    amount_cents: 500,
    status: 'pending',
    created_at: expect.any(Date),
  });
  expect(await walletOf(owner, listener)).toEqual([0, 500, 0]);

  await earn(800);
  expect(await request(app, listener, key)).toEqual({ ...first, outcome: 'already' });
  await decide(app, first.payout_id, admin, 'completed');
  await sql(owner, 'update users set suspended_at = now() where id = $1', [listener]);
  expect(await request(app, listener, key)).toEqual({ ...first, outcome: 'already', status: 'completed' });
  expect(await walletOf(owner, listener)).toEqual([800, 0, 0]);
});

test('a further request is possible once available reaches 500 again', async () => {
  await earn(500);
  const first = await request(app, listener);
  await earn(700);
  const second = await request(app, listener);
  expect(second).toMatchObject({ outcome: 'done', amount_cents: 700 });
  expect(second.payout_id).not.toBe(first.payout_id);
  expect(await walletOf(owner, listener)).toEqual([0, 1200, 0]);
});

test('only admins decide, and never their own payout', async () => {
  await earn(500);
  const { payout_id: payout } = await request(app, listener);
  expect(await decide(app, payout, listener, 'completed')).toMatchObject({ outcome: 'not_admin' });
  await sql(owner, "insert into user_roles (user_id, role) values ($1, 'admin')", [listener]);
  expect(await decide(app, payout, listener, 'completed')).toMatchObject({
    outcome: 'own',
    status: 'pending',
  });
  expect(await decide(app, payout, listener, 'rejected')).toMatchObject({
    outcome: 'own',
    status: 'pending',
  });
  expect(await decide(app, randomUUID(), admin, 'completed')).toMatchObject({ outcome: 'missing' });
  expect(await walletOf(owner, listener)).toEqual([0, 500, 0]);
});

test('a decision other than completed or rejected is an error', async () => {
  const call = sql(app, "select ledger.decide_payout($1, $2, 'pending', null)", [randomUUID(), admin]);
  await expect(call).rejects.toThrow('completed or rejected');
});

test('a completed payout leaves the wallet, and a second decision returns the first', async () => {
  await earn(500);
  const { payout_id: payout } = await request(app, listener);
  const done = {
    listener_id: listener,
    amount_cents: 500,
    status: 'completed',
    processed_at: expect.any(Date),
  };
  expect(await decide(app, payout, admin, 'completed')).toEqual({ outcome: 'done', ...done });
  expect(await decide(app, payout, admin, 'completed')).toEqual({ outcome: 'already', ...done });
  expect(await decide(app, payout, admin, 'rejected')).toEqual({ outcome: 'conflict', ...done });
  expect(await walletOf(owner, listener)).toEqual([0, 0, 0]);
});

test('a rejected payout returns to available and needs a reason', async () => {
  await earn(500);
  const { payout_id: payout } = await request(app, listener);
  const bare = sql(app, "select ledger.decide_payout($1, $2, 'rejected', null)", [payout, admin]);
  await expect(bare).rejects.toThrow('payout_requests__reason');
  expect(await decide(app, payout, admin, 'rejected')).toMatchObject({ outcome: 'done', status: 'rejected' });
  expect(await decide(app, payout, admin, 'completed')).toMatchObject({
    outcome: 'conflict',
    status: 'rejected',
  });
  expect(await walletOf(owner, listener)).toEqual([500, 0, 0]);
});

test('a payout cannot be completed while money is owed; if rejected, it settles that first', async () => {
  const review = await earn(300);
  await earn(400);
  const { payout_id: payout } = await request(app, listener);
  await reverse(app, review, admin);
  expect(await walletOf(owner, listener)).toEqual([0, 700, -300]);
  expect(await decide(app, payout, admin, 'completed')).toMatchObject({ outcome: 'owed', status: 'pending' });
  expect(await decide(app, payout, admin, 'rejected')).toMatchObject({ outcome: 'done' });
  expect(await walletOf(owner, listener)).toEqual([400, 0, 0]);
});

test('a halt blocks completions, not rejections, until the owner of the database lifts it', async () => {
  await earn(500);
  const { payout_id: first } = await request(app, listener);
  await earn(600);
  const { payout_id: second } = await request(app, listener);
  await sql(app, "select ledger.halt_payouts('The audit found A3.'), ledger.halt_payouts('And again.')");
  expect(await sql(app, 'select reason from ledger.halts where lifted_at is null')).toHaveLength(1);
  expect(await decide(app, first, admin, 'completed')).toMatchObject({
    outcome: 'halted',
    status: 'pending',
  });
  expect(await decide(app, first, admin, 'rejected')).toMatchObject({ outcome: 'done' });
  await sql(owner, 'update ledger.halts set lifted_at = now()');
  expect(await decide(app, second, admin, 'completed')).toMatchObject({ outcome: 'done' });
});
