import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let listener: ApiUser;
let year: number;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  listener = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, listener.userId, 40);
  const row = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    'select extract(year from now())::integer as year',
  );
  year = Number(row.year);
});
afterAll(() => earshot.close());

const read = (of: number, by: ApiUser = listener) =>
  by.call(api.wallet.readYearStatement, { query: { year: of } });

test('a year adds up: opening balance, bookings, closing balance; a mere request changes nothing', async () => {
  await listener.call(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  expect((await read(year)).answer).toMatchObject({
    openingCents: 0,
    earnedCents: 600,
    paidOutCents: 0,
    closingCents: 600,
    payouts: [],
  });
});

test('the closing balance of one year opens the next, and does not affect the year before', async () => {
  expect((await read(year + 1)).answer).toMatchObject({
    openingCents: 600,
    earnedCents: 0,
    closingCents: 600,
  });
  expect((await read(year - 1)).answer).toMatchObject({ openingCents: 0, earnedCents: 0, closingCents: 0 });
});

test('years with entries can be chosen, and only by their own listener', async () => {
  expect((await read(year)).answer?.years).toContain(year);
  const other = await earshot.signIn({ userType: 'listener' });
  expect((await read(year, other)).answer).toMatchObject({
    earnedCents: 0,
    closingCents: 0,
    email: expect.any(String),
  });
});

test('paid and returned payouts are listed with their dates', async () => {
  const [{ id } = { id: '' }] =
    (await listener.call(api.wallet.listPayoutRequests, { query: {} })).answer?.items ?? [];
  const admin = await earshot.signIn({ admin: true });
  const { ownerDatabase } = earshot.testDatabase;
  await sql(ownerDatabase, "select ledger.decide_payout($1, $2, 'completed', null)", [id, admin.userId]);
  await sql(ownerDatabase, "select ledger.return_payout($1, $2, 'The bank sent it back.', now())", [
    id,
    admin.userId,
  ]);
  const { answer } = await read(year);
  expect(answer).toMatchObject({ paidOutCents: -600, returnedCents: 600, closingCents: 600 });
  expect(answer?.payouts.map(({ payoutId, kind, amountCents }) => [payoutId, kind, amountCents])).toEqual([
    [id, 'payout_completion', -600],
    [id, 'payout_return', 600],
  ]);
});

test.each([2019, 2101])('%i is not a year of a statement', async (wrong) => {
  expect((await read(wrong)).status).toBe(400);
});
