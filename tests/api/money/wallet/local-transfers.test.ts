import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { type LocalConduct, localConducts } from '#contract/money/payout-destinations/destinations.ts';
import { localTransfers } from '#server/adapters/payments/local-transfers.ts';
import type { TransferOrder } from '#server/adapters/payments/payout-service.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { aListener, aReview } from '#tests/support/world/rows.ts';
import { testClock } from '#tests/support/world/test-clock.ts';
import { approve, request, setReward } from '../ledger/ledger-calls.ts';

let db: TestDatabase;
const clock = testClock();
beforeAll(async () => {
  db = await createTestDatabase();
  await setReward(db.ownerDatabase, 765);
});
afterAll(() => db.drop());

// Each its own, as after a restart: what it knows is in the database.
const provider = () => localTransfers({ database: db.database, clock });

async function anOrder(conduct: LocalConduct): Promise<TransferOrder> {
  const listenerId = await aListener(db.ownerDatabase);
  const { id } = await aReview(db.ownerDatabase, { listenerId });
  await approve(db.database, id);
  const { payout_id: payoutId } = await request(db.database, listenerId);
  return {
    payoutId: String(payoutId),
    amountCents: cents(765),
    destination: { method: 'local', conduct },
    country: 'US',
    legalName: 'Ada Lovelace',
    reference: 'Earshot payout',
    approvedAt: clock.now(),
  };
}
const ask = ({ payoutId }: TransferOrder) => provider().ask({ payoutId, providerId: null });
const afterSeconds = async (seconds: number, order: TransferOrder) => {
  clock.advance(seconds);
  return (await ask(order)).kind;
};

test('a test account that pays reports paid at once', async () => {
  const order = await anOrder('pays');
  const paid = { kind: 'paid', providerId: `test_${order.payoutId}` };
  expect(await provider().send(order)).toEqual(paid);
  expect(await ask(order)).toEqual(paid);
});

test('a test account that pays later reports paid after a minute, even after a restart', async () => {
  const order = await anOrder('pays_later');
  expect(await provider().send(order)).toMatchObject({ kind: 'accepted' });
  expect(await afterSeconds(59, order)).toBe('sending');
  expect(await afterSeconds(1, order)).toBe('paid');
});

test('a test account that fails refuses permanently and receives nothing', async () => {
  const order = await anOrder('fails');
  expect(await provider().send(order)).toMatchObject({ kind: 'refused', isDead: true });
  expect(await ask(order)).toEqual({ kind: 'never_received' });
});

test('a test account that loses the response receives the money once', async () => {
  const order = await anOrder('loses_the_answer');
  expect(await provider().send(order)).toEqual({ kind: 'unknown' });
  expect(await provider().send(order)).toEqual({ kind: 'unknown' });
  expect(await afterSeconds(0, order)).toBe('sending');
  expect(await afterSeconds(60, order)).toBe('paid');
});

test('a test account that returns the money is reported three minutes later, until a report is accepted', async () => {
  const order = await anOrder('returns');
  await provider().send(order);
  expect(await afterSeconds(60, order)).toBe('paid');
  const told: string[] = [];
  const listen = () => provider().tellChanges?.(async (ids) => void told.push(...ids));
  clock.advance(119);
  await listen();
  expect(told).toEqual([]);
  expect(await afterSeconds(1, order)).toBe('failed');
  await expect(provider().tellChanges?.(() => Promise.reject(new Error('deaf')))).rejects.toThrow('deaf');
  await listen();
  await listen();
  expect(told).toEqual([`test_${order.payoutId}`]);
});

test('each test account says in its name what it does', () => {
  const masked = localConducts.map((conduct) => provider().read({ method: 'local', conduct }, 'US', 'Lee'));
  expect(new Set(masked.map((read) => ('masked' in read ? read.masked : ''))).size).toBe(
    localConducts.length,
  );
  expect(provider().read({ method: 'paypal', email: 'a@b.example' }, 'US', 'Lee')).toMatchObject({
    field: 'method',
  });
});
