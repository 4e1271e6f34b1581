import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { promisedPayoutDate } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPayee, completeApproved, readsPayout, toldProvider } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';

let earshot: Earshot;
let admin: ApiUser;
let listener: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart, transferProviders: [toldProvider()] });
  admin = await earshot.signIn({ admin: true });
});
beforeEach(async () => {
  listener = await aRichListener();
});
afterAll(() => earshot.close());

async function aRichListener(): Promise<ApiUser> {
  const user = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, user.userId, 34);
  await aPayee(earshot, user.userId);
  return user;
}

const once = () => ({ idempotencyKey: randomUUID() });
const request = (user: ApiUser = listener, key = once()) =>
  user.call(api.wallet.requestPayout, { body: {}, ...key });
const cancel = (payoutId: string, user: ApiUser = listener, key = once()) =>
  user.call(api.wallet.cancelPayout, { params: { payoutId }, body: {}, ...key });
const decide = async (payoutId: string, key = once(), by: ApiUser = admin) => {
  await readsPayout(by, payoutId);
  return by.call(api.admin.decidePayout, { params: { payoutId }, body: { status: 'completed' }, ...key });
};

test('a request is created once: the same key returns 200 with the first one', async () => {
  const key = once();
  const first = await request(listener, key);
  expect(first).toMatchObject({ status: 201, answer: { amountCents: 510, status: 'pending' } });
  expect(await request(listener, key)).toEqual({ ...first, status: 200 });
  expect((await request()).code).toBe('below_minimum_payout');
});

test('a pending request shows its place in the queue and its promised day', async () => {
  const before = (await request(await aRichListener())).answer;
  const own = (await request()).answer;
  expect(own?.queuePosition).toBe((before?.queuePosition ?? 0) + 1);
  // The ledger dates a request, on whatever weekday the tests run; business-rules.test.ts has each of the seven.
  expect(own?.promisedBy).toBe(promisedPayoutDate(new Date(own?.createdAt ?? 0)).toISOString());
  await decide(before?.id ?? '');
  await completeApproved(earshot);
  const { items } = await listener.get(api.wallet.listPayoutRequests, { query: {} });
  expect(items[0]?.queuePosition).toBe(before?.queuePosition);
  await decide(own?.id ?? '');
  await completeApproved(earshot);
  const decided = (await listener.get(api.wallet.listPayoutRequests, { query: {} })).items[0];
  expect(decided).toMatchObject({ status: 'completed', queuePosition: null, promisedBy: null });
});

test('a listener cancels their own pending request; the same key returns the same result', async () => {
  const id = (await request()).answer?.id ?? '';
  expect((await cancel(id, await aRichListener())).code).toBe('not_found');
  const key = once();
  const first = await cancel(id, listener, key);
  expect(first).toMatchObject({ status: 200, answer: { status: 'cancelled', queuePosition: null } });
  expect(await cancel(id, listener, key)).toEqual(first);
  expect((await cancel(id)).answer).toMatchObject({ status: 'cancelled' });
  expect((await decide(id)).code).toBe('already_decided');
  expect(await listener.get(api.wallet.readWallet, {})).toMatchObject({
    availableCents: 510,
    pendingCents: 0,
  });
});

test('only one of a simultaneous cancellation and decision succeeds, and the other sees its result', async () => {
  for (let round = 0; round < 10; round += 1) {
    const user = await aRichListener();
    const id = (await request(user)).answer?.id ?? '';
    const [cancelled, decided] = await Promise.all([cancel(id, user), decide(id)]);
    const [won, lost] = cancelled.status === 200 ? [cancelled, decided] : [decided, cancelled];
    expect([won.status, lost.status]).toEqual([200, 409]);
    expect(lost).toMatchObject({
      code: 'already_decided',
      details: { status: won === decided ? 'approved' : 'cancelled' },
    });
  }
});

test('one of two admins deciding at once succeeds, and the other sees the result', async () => {
  const second = await earshot.signIn({ admin: true });
  const id = (await request()).answer?.id ?? '';
  const reject = second.call(api.admin.decidePayout, {
    params: { payoutId: id },
    body: { status: 'rejected', reason: 'The name differs.' },
    ...once(),
  });
  const [approved, rejected] = await Promise.all([decide(id), reject]);
  const [won, lost] = approved.status === 200 ? [approved, rejected] : [rejected, approved];
  expect(lost).toMatchObject({
    status: 409,
    code: 'already_decided',
    details: { status: won === approved ? 'approved' : 'rejected' },
  });
});

test('a decision is repeatable with its key; with another body the key is rejected', async () => {
  const id = (await request()).answer?.id ?? '';
  const key = once();
  const first = await decide(id, key);
  expect(first.status).toBe(200);
  expect(await decide(id, key)).toEqual(first);
  expect(await decide(id)).toEqual(first);
  const other = { params: { payoutId: id }, body: { status: 'rejected', reason: 'Another body.' } } as const;
  expect(await admin.call(api.admin.decidePayout, { ...other, ...key })).toMatchObject({
    status: 422,
    code: 'key_reused',
  });
  expect(await admin.call(api.admin.decidePayout, { ...other, ...once() })).toMatchObject({
    status: 409,
    code: 'already_decided',
  });
});

test('the statement lists every movement once, newest first, and ends at the available balance', async () => {
  const id = (await request()).answer?.id ?? '';
  await cancel(id);
  const seen = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = cursor === '' ? {} : { cursor };
    const page: {
      items: { id: number; balanceCents: number; availableCents: number; kind: string }[];
      nextCursor: string | null;
    } = await listener.get(api.wallet.listMovements, { query });
    seen.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(36);
  expect(seen.map(({ kind }) => kind).slice(0, 3)).toEqual([
    'payout_cancellation',
    'payout_request',
    'reward',
  ]);
  let balance = 0;
  for (const movement of seen.toReversed()) {
    balance += movement.availableCents;
    expect(movement.balanceCents).toBe(balance);
  }
  expect(balance).toBe(510);
});

test('a listener reads only their own movements, and a made-up cursor is malformed', async () => {
  const other = await earshot.signIn({ userType: 'listener' });
  expect((await other.get(api.wallet.listMovements, { query: {} })).items).toEqual([]);
  for (const cursor of ['x', 'LTE', Buffer.from('{}').toString('base64url')]) {
    expect((await listener.call(api.wallet.listMovements, { query: { cursor } })).code).toBe('malformed');
  }
});
