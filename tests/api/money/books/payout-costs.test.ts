import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  admin = await earshot.signIn({ admin: true, displayName: 'Otto' });
});
afterAll(() => earshot.close());

const reason = 'Stripe, Connect fees of November.';
const book = (amountCents: number, why = reason, idempotencyKey: string = randomUUID(), by = admin) =>
  by.call(api.books.bookPayoutCost, {
    body: { amountCents: cents(amountCents), reason: why },
    idempotencyKey,
  });
const costs = () => admin.get(api.books.listPayoutCosts, { query: {} });
const founderCost = async () =>
  (await admin.get(api.admin.readFounderFigures, { query: {} })).payoutCostCents;
const alarms = () => sql(earshot.testDatabase.ownerDatabase, 'select * from ledger.audit()');

test('a cost without an amount, with an excessive one, or without a reason is rejected', async () => {
  for (const refused of [book(0), book(100_000_01), book(125, 'Stripe')])
    expect((await refused).code).toBe('malformed');
  expect(await costs()).toEqual({ items: [], totalCents: 0, nextCursor: null });
});

test('a cost is booked once per key, even if pressed several times at once; the same key with another amount is rejected', async () => {
  const key = randomUUID();
  const pressed = await Promise.all(Array.from({ length: 6 }, () => book(125, reason, key)));
  expect(new Set(pressed.map(({ answer }) => answer?.id)).size).toBe(1);
  expect((await book(126, reason, key)).code).toBe('key_reused');
  expect(await costs()).toMatchObject({
    totalCents: 125,
    items: [{ amountCents: 125, reason, bookedBy: 'Otto' }],
  });
  expect(await alarms()).toEqual([]);
});

test('a refunded cost is subtracted, and the founder’s page shows the same sum', async () => {
  const before = (await costs()).totalCents;
  await book(500);
  await book(-200, 'PayPal gave a fee back in November.');
  expect((await costs()).totalCents).toBe(before + 300);
  expect(await founderCost()).toBe(-(before + 300));
  expect(await alarms()).toEqual([]);
});

test('the audit finds a cost without its entry, and the application cannot write one', async () => {
  const { ownerDatabase, database } = earshot.testDatabase;
  const insert = `insert into ledger.payout_costs (amount_cents, reason, booked_by, request_key, booked_at)
    values (7, 'Nobody has booked this one at all.', $1, gen_random_uuid(), now())`;
  await expect(sql(database, insert, [admin.userId])).rejects.toThrow('permission denied');
  const undone = new Error('undone');
  const inserted = ownerDatabase.transaction(async (tx) => {
    await sql(tx, insert, [admin.userId]);
    expect(await sql(tx, 'select * from ledger.audit()')).toMatchObject([
      { rule: 'A11', detail: 'cost 7, booked ' },
    ]);
    throw undone;
  });
  await expect(inserted).rejects.toThrow(undone);
});
