import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { localTransfers } from '#server/adapters/payments/local-transfers.ts';
import type { DirectProvider } from '#server/adapters/payments/payout-service.ts';
import { takeForExport } from '#server/money/books/payout-exports-store.ts';
import { destinationMark, sealDestination } from '#server/money/payout-destinations/destination-secret.ts';
import { claimTransfer } from '#server/money/payout-transfers/payout-transfers-store.ts';
import { sendPayouts } from '#server/money/payout-transfers/send-payouts.ts';
import { receiveTaxDetails, setTaxLimits } from '#server/money/payout-transfers/tax-details.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPayee, bankDestination, localDestination } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { isTestersServer } from '#tests/support/world/database-cluster.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const providers: DirectProvider[] = [];
let earshot: Earshot;
let admin: ApiUser;
let listener: ApiUser;

beforeAll(async () => {
  earshot = await startEarshot({ RATE_LIMITS: 'transfer=1000/1' }, { transferProviders: providers });
  providers.push(localTransfers(earshot.deps));
  admin = await earshot.signIn({ admin: true });
  listener = await earshot.signIn({ userType: 'listener' });
  const destination = { method: 'local', conduct: 'pays' } as const;
  const payeeId = randomUUID();
  await sql(
    earshot.testDatabase.ownerDatabase,
    `insert into payees (id, user_id, method, country, details_encrypted, destination_mark, masked, created_at, confirmed_at)
     values ($1, $2, 'local', 'US', $3, $4, 'Test', now() - interval '9 days', now() - interval '8 days')`,
    [
      payeeId,
      listener.userId,
      sealDestination(earshot.deps.keys, payeeId, { destination, legalName: 'Ada Lovelace' }),
      destinationMark(earshot.deps.keys, destination),
    ],
  );
  await setTaxLimits(earshot.deps.database, new Map([['US', cents(1000)]]));
});
afterAll(() => earshot.close());

/** Asks for $5.10, lets it be approved and sent if it may leave. */
async function aPayout(): Promise<void> {
  await earnedBy(earshot, listener.userId, 34);
  const { id } = await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
  await sql(earshot.testDatabase.ownerDatabase, "select ledger.decide_payout($1, $2, 'completed', null)", [
    id,
    admin.userId,
  ]);
  await sendPayouts(earshot.deps);
}
const newest = async () => {
  const { items } = await listener.get(api.wallet.listPayoutRequests, { query: {} });
  return items[0];
};
const year = () => earshot.clock.now().getUTCFullYear();

test('payouts are sent up to the yearly amount; the one that would exceed it waits, and its listener reads why', async () => {
  await aPayout();
  expect(await newest()).toMatchObject({ transfer: 'paid' });
  await aPayout();
  expect(await newest()).toMatchObject({
    transfer: 'waiting',
    status: 'completed',
    waitsForTaxDetails: true,
  });
});

test('tax details of another year or another listener release no payout', async () => {
  const office = { ownerDatabase: earshot.testDatabase.ownerDatabase, clock: earshot.clock };
  const { email } = await sqlRow(office.ownerDatabase, 'select email from users where id = $1', [
    listener.userId,
  ]);
  expect(await receiveTaxDetails(office, String(email), year() - 1)).toBe(true);
  expect(await receiveTaxDetails(office, 'nobody@example.org', year())).toBe(false);
  await sendPayouts(earshot.deps);
  expect(await newest()).toMatchObject({ transfer: 'waiting' });
});

test('once this year’s tax details are there, the waiting payout is sent', async () => {
  const office = { ownerDatabase: earshot.testDatabase.ownerDatabase, clock: earshot.clock };
  const { email } = await sqlRow(office.ownerDatabase, 'select email from users where id = $1', [
    listener.userId,
  ]);
  await receiveTaxDetails(office, String(email), year());
  await receiveTaxDetails(office, String(email), year());
  await sendPayouts(earshot.deps);
  expect(await newest()).toMatchObject({ transfer: 'paid' });
  expect(await newest()).not.toHaveProperty('waitsForTaxDetails');
});

test('a country removed from the settings has no yearly amount', async () => {
  await setTaxLimits(earshot.deps.database, new Map([['DE', cents(500)]]));
  await aPayout();
  expect(await newest()).toMatchObject({ transfer: 'paid' });
});

test('a payout that is being checked counts toward the yearly amount', async () => {
  await setTaxLimits(earshot.deps.database, new Map([['DE', cents(1000)]]));
  listener = await earshot.signIn({ userType: 'listener' });
  await aPayee(earshot, listener.userId, { method: 'local', conduct: 'loses_the_answer' });
  await aPayout();
  expect(await newest()).toMatchObject({ transfer: 'checking' });
  await aPayout();
  expect(await newest()).toMatchObject({ transfer: 'waiting', waitsForTaxDetails: true });
});

/** A listener with an approved payout to be sent, and one for a file: only one of them fits into the year. */
async function twoWays(): Promise<string> {
  await setTaxLimits(earshot.deps.database, new Map([['DE', cents(1000)]]));
  const owner = earshot.testDatabase.ownerDatabase;
  const user = await earshot.signIn({ userType: 'listener' });
  for (const destination of [localDestination, bankDestination]) {
    await sql(owner, 'update payees set replaced_at = now() where user_id = $1', [user.userId]);
    await aPayee(earshot, user.userId, destination);
    await earnedBy(earshot, user.userId, 34);
    const { id } = await user.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
    await sql(owner, "select ledger.decide_payout($1, $2, 'completed', null)", [id, admin.userId]);
  }
  return user.userId;
}
const aFile = () => ({
  ...{ madeBy: admin.userId, key: randomUUID(), method: 'bank', euroRate: null },
  now: earshot.clock.now(),
});
const left = (userId: string) =>
  sql(
    earshot.testDatabase.ownerDatabase,
    `select payee.method from payout_transfers travel join payees payee on payee.id = travel.payee_id
      where travel.listener_id = $1 and travel.transfer <> 'waiting'`,
    [userId],
  );

test('while an export is created, no payout is sent that would exceed the yearly amount with it', async () => {
  const userId = await twoWays();
  await earshot.deps.database.transaction(async (tx) => {
    expect(await takeForExport.only(tx, aFile())).toMatchObject({ outcome: 'done' });
    await sendPayouts(earshot.deps);
  });
  await sendPayouts(earshot.deps);
  expect(await left(userId)).toEqual([{ method: 'bank' }]);
});

test.skipIf(isTestersServer)(
  'while a payout is claimed, an export waits, and takes nothing that would exceed the yearly amount with it',
  async () => {
    const userId = await twoWays();
    const { database, clock } = earshot.deps;
    const now = clock.now();
    let file: ReturnType<typeof takeForExport.only> | undefined;
    await database.transaction(async (tx) => {
      const claimed = await claimTransfer.only(tx, {
        methods: ['local'],
        sendsFrom: {},
        after: null,
        now,
        askAt: now,
      });
      expect(claimed.payoutIds).toHaveLength(1);
      file = database.transaction((other) => takeForExport.only(other, aFile()));
      await expect
        .poll(
          () =>
            sql(
              database,
              "select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
            ),
          { timeout: 20_000 },
        )
        .toHaveLength(1);
    });
    expect(await file).toEqual({ outcome: 'nothing', exportId: null });
    expect(await left(userId)).toEqual([{ method: 'local' }]);
  },
);
