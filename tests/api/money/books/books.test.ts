import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { setSecondAdmin } from '#server/money/books/set-second-admin.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import {
  aPayee,
  bankDestination,
  completeApproved,
  lineProvider,
  readsPayout,
} from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
let second: ApiUser;
let third: ApiUser;
let listener: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart, transferProviders: [lineProvider] });
  [admin, second] = [await earshot.signIn({ admin: true }), await earshot.signIn({ admin: true })];
  third = await earshot.signIn({ admin: true });
});
beforeEach(async () => {
  listener = await earshot.signIn({ userType: 'listener', displayName: '=Lee' });
  await earnedBy(earshot, listener.userId, 34);
  await aPayee(earshot, listener.userId, bankDestination);
});
afterAll(() => earshot.close());

const reason = 'Agreed with the listener by mail.';
const once = () => ({ idempotencyKey: randomUUID() });
const owner = () => earshot.testDatabase.ownerDatabase;
const wallet = () => listener.get(api.wallet.readWallet, {});
const requestPayout = async () => (await listener.get(api.wallet.requestPayout, { body: {}, ...once() })).id;
const decide = async (by: ApiUser, payoutId: string, key = once()) => {
  await readsPayout(by, payoutId);
  return by.call(api.admin.decidePayout, { params: { payoutId }, body: { status: 'completed' }, ...key });
};

const correct = (amountCents: number, why = reason, key = once()) =>
  admin.call(api.books.correctBalance, {
    params: { listenerId: listener.userId },
    body: { amountCents: cents(amountCents), reason: why },
    ...key,
  });
/** From now on; null: one admin is enough. */
const needTwoAbove = (acts: 'payouts' | 'corrections', amountCents: number | null) =>
  setSecondAdmin({ ownerDatabase: owner(), clock: earshot.clock }, acts, amountCents);

async function aPaidPayout(): Promise<string> {
  const payoutId = await requestPayout();
  expect((await decide(admin, payoutId)).answer).toMatchObject({ status: 'pending' });
  await completeApproved(earshot);
  return payoutId;
}

/** Of another listener with a destination of the same method. */
async function anotherRequest(): Promise<string> {
  const other = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, other.userId, 34);
  await aPayee(earshot, other.userId, bankDestination);
  return (await other.get(api.wallet.requestPayout, { body: {}, ...once() })).id;
}

async function anotherPaidPayout(): Promise<string> {
  const id = await anotherRequest();
  await decide(admin, id);
  await completeApproved(earshot);
  return id;
}

async function aReviewOfTheirs(): Promise<string> {
  const row = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    "select id from reviews where listener_id = $1 and status = 'approved' limit 1",
    [listener.userId],
  );
  return String(row.id);
}

test('a reversal takes the reward back with its reason; repeating its key returns the same, and another body is rejected', async () => {
  const reviewId = await aReviewOfTheirs();
  const call = { params: { reviewId }, body: { reason }, ...once() };
  const first = await admin.call(api.books.reverseReview, call);
  expect(first).toMatchObject({ status: 200, answer: { id: reviewId, status: 'reversed' } });
  expect(await admin.call(api.books.reverseReview, call)).toEqual(first);
  const other = { ...call, body: { reason: `${reason} And more.` } };
  expect(await admin.call(api.books.reverseReview, other)).toMatchObject({ status: 422, code: 'key_reused' });
  expect(await wallet()).toMatchObject({ availableCents: 33 * 15, totalEarningsCents: 33 * 15 });
  const { items } = await listener.get(api.wallet.listMovements, { query: {} });
  expect(items[0]).toMatchObject({
    kind: 'reward_reversal',
    availableCents: -15,
    balanceCents: 33 * 15,
    trackTitle: 'Night Bus',
    reason,
  });
});

test('a reward paid out before its review was reversed is owed, and shown as owed', async () => {
  await aPaidPayout();
  const call = { params: { reviewId: await aReviewOfTheirs() }, body: { reason }, ...once() };
  await admin.get(api.books.reverseReview, call);
  expect(await wallet()).toMatchObject({ availableCents: 0, owedCents: -15 });
});

test('a payout returned by the bank is available again, with its reason', async () => {
  const payoutId = await aPaidPayout();
  const call = { params: { payoutId }, body: { reason }, ...once() };
  const first = await admin.call(api.books.returnPayout, call);
  expect(first).toMatchObject({ status: 200, answer: { status: 'rejected' } });
  expect(await admin.call(api.books.returnPayout, call)).toEqual(first);
  expect(await second.call(api.books.returnPayout, { ...call, ...once() })).toEqual(first);
  expect(await wallet()).toMatchObject({ availableCents: 510, pendingCents: 0 });
  const { items } = await listener.get(api.wallet.listPayoutRequests, { query: {} });
  expect(items[0]).toMatchObject({
    status: 'rejected',
    transfer: 'failed',
    reason,
    queuePosition: null,
    promisedBy: null,
  });
});

test('a bulk approval marks payouts that need a second admin, and they wait', async () => {
  const payoutIds = [await requestPayout(), await anotherRequest()];
  await needTwoAbove('payouts', 510);
  for (const payoutId of payoutIds) await readsPayout(third, payoutId);
  const { outcomes } = await third.get(api.admin.approvePayouts, { body: { payoutIds } });
  await needTwoAbove('payouts', null);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'awaits_second']);
  const { items } = await admin.get(api.admin.listPendingPayouts, { query: {} });
  expect(items.find(({ id }) => id === payoutIds[1])).toMatchObject({
    completesAt: null,
    firstApprovedBy: { userId: third.userId },
  });
});

test('a correction is booked with its reason, never below zero, and never with a reason under 20 characters', async () => {
  const key = once();
  const first = await correct(90, reason, key);
  expect(first).toMatchObject({ status: 200, answer: { status: 'booked' } });
  expect(await correct(90, reason, key)).toEqual(first);
  expect((await correct(91, reason, key)).code).toBe('key_reused');
  expect((await correct(-601)).code).toBe('below_zero');
  expect((await correct(5, 'nineteen characters')).code).toBe('malformed');
  expect((await correct(0)).code).toBe('malformed');
  expect(await wallet()).toMatchObject({ availableCents: 600, totalEarningsCents: 510 });
});

test('above the set amount a correction waits for a second admin', async () => {
  await needTwoAbove('corrections', 100);
  const proposed = await admin.get(api.books.correctBalance, {
    params: { listenerId: listener.userId },
    body: { amountCents: cents(101), reason },
    ...once(),
  });
  expect(proposed.status).toBe('waiting');
  const { waitingCorrections, secondAdminAbove } = await admin.get(api.books.readBooks, {});
  expect(secondAdminAbove).toEqual({ payoutCents: null, correctionCents: 100 });
  expect(waitingCorrections).toMatchObject([
    { id: proposed.id, amountCents: 101, proposedBy: { userId: admin.userId } },
  ]);
  const book = (by: ApiUser) =>
    by.call(api.books.decideCorrection, {
      params: { correctionId: proposed.id },
      body: { status: 'booked' },
      ...once(),
    });
  expect((await book(admin)).code).toBe('second_admin_needed');
  expect((await book(second)).answer).toEqual({ id: proposed.id, status: 'booked' });
  expect(await wallet()).toMatchObject({ availableCents: 611 });
  await needTwoAbove('corrections', null);
});

test('above the set amount a payout needs two admins, and the list names the first', async () => {
  await needTwoAbove('payouts', 500);
  const payoutId = await requestPayout();
  expect((await decide(admin, payoutId)).answer).toEqual({
    id: payoutId,
    status: 'pending',
    processedAt: null,
    completesAt: null,
  });
  const { items } = await second.get(api.admin.listPendingPayouts, { query: {} });
  expect(items.find(({ id }) => id === payoutId)?.firstApprovedBy).toMatchObject({ userId: admin.userId });
  expect((await decide(second, payoutId)).answer?.completesAt).not.toBeNull();
  await completeApproved(earshot);
  const { items: payouts } = await listener.get(api.wallet.listPayoutRequests, { query: {} });
  expect(payouts[0]).toMatchObject({ status: 'completed', transfer: 'waiting' });
  await needTwoAbove('payouts', null);
});

test('an export contains every approved payout of its method once, with the destinations at that time', async () => {
  const payoutId = await aPaidPayout();
  const key = once();
  const make = () =>
    admin.call(api.books.exportPayouts, { body: { method: 'bank', euroRate: 10_850 }, ...key });
  const first = await make();
  expect(first.status).toBe(201);
  expect(await make()).toEqual({ ...first, status: 200 });
  const again = await admin.call(api.books.exportPayouts, {
    body: { method: 'bank', euroRate: 10_850 },
    ...once(),
  });
  expect(again).toMatchObject({ status: 409, code: 'nothing_to_export' });
  const exportId = first.answer?.id ?? '';
  const handOver = () => admin.get(api.books.handOverPayouts, { params: { exportId }, body: {} });
  const handed = await handOver();
  expect(await handOver()).toEqual(handed);
  const lines = handed.files[0]?.content.split('\n') ?? [];
  expect(lines).toContain(`${payoutId} 510 Lee Example`);
  expect(lines).toHaveLength(first.answer?.lineCount ?? 0);
  expect((await admin.get(api.books.listPayoutExports, { query: {} })).items[0]).toEqual(first.answer);
});

test('the lines of an export are confirmed or reversed one by one, each once', async () => {
  const [arrived, back] = [await aPaidPayout(), await anotherPaidPayout()];
  const made = await admin.get(api.books.exportPayouts, {
    body: { method: 'bank', euroRate: 10_850 },
    ...once(),
  });
  expect(made).toMatchObject({ lineCount: 2, openLines: 2, method: 'bank' });
  const confirm = (payoutId: string) =>
    admin.call(api.books.confirmPayout, { params: { payoutId }, body: {} });
  expect((await confirm(randomUUID())).code).toBe('not_found');
  expect(await confirm(arrived)).toMatchObject({ status: 200, answer: { transfer: 'paid' } });
  expect(await confirm(arrived)).toMatchObject({ status: 200 });
  await admin.get(api.books.returnPayout, { params: { payoutId: back }, body: { reason }, ...once() });
  expect((await confirm(back)).code).toBe('already_decided');
  const lines = { params: { exportId: made.id }, query: {} };
  const { items } = await admin.get(api.books.listExportLines, lines);
  expect(new Map(items.map(({ payoutId, transfer }) => [payoutId, transfer]))).toEqual(
    new Map([
      [arrived, 'paid'],
      [back, 'failed'],
    ]),
  );
  expect(items[0]).toMatchObject({ destination: 'DE •••• 3000', amountCents: 510 });
  // A bank may send it back days after it arrived.
  await admin.get(api.books.returnPayout, { params: { payoutId: arrived }, body: { reason }, ...once() });
  expect((await admin.get(api.books.listPayoutExports, { query: {} })).items[0]?.openLines).toBe(0);
});

test('an export leaves out payouts that are on hold, stopped or without a destination', async () => {
  await sql(owner(), 'update payees set replaced_at = now() where user_id = $1', [listener.userId]);
  await aPaidPayout();
  const make = () =>
    admin.call(api.books.exportPayouts, { body: { method: 'bank', euroRate: 10_850 }, ...once() });
  expect((await make()).code).toBe('nothing_to_export');
  await aPayee(earshot, listener.userId, bankDestination);
  const hold = (until: Date, isStopped: boolean) =>
    sql(
      owner(),
      `insert into payout_holds (user_id, held_until, held_for, stopped_at)
         values ($1, $2, 'changed_email', case when $3 then now() end)
       on conflict (user_id) do update set held_until = $2, stopped_at = excluded.stopped_at`,
      [listener.userId, until, isStopped],
    );
  await hold(new Date(earshot.clock.now().getTime() + 1), false);
  await sql(owner(), 'select ledger.freeze_destination($1)', [listener.userId]);
  expect((await make()).code).toBe('nothing_to_export');
  await hold(earshot.clock.now(), true);
  expect((await make()).code).toBe('nothing_to_export');
  await hold(earshot.clock.now(), false);
  expect((await make()).status).toBe(201);
});

test('only one of several simultaneous exports contains a given payout', async () => {
  await aPaidPayout();
  const made = await Promise.all(
    Array.from({ length: 4 }, () =>
      admin.call(api.books.exportPayouts, { body: { method: 'bank', euroRate: 10_850 }, ...once() }),
    ),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test('an admin finds a listener by email and pages through their entries', async () => {
  const email = ` ${listener.userId.toUpperCase()}@EXAMPLE.org`;
  expect(await admin.get(api.books.findListener, { query: { email } })).toEqual({
    listenerId: listener.userId,
    displayName: '=Lee',
    availableCents: 510,
    pendingCents: 0,
    owedCents: 0,
    isTest: false,
  });
  expect((await admin.call(api.books.findListener, { query: { email: 'nobody@example.org' } })).code).toBe(
    'not_found',
  );
  await earnedBy(earshot, listener.userId, 20);
  const query = { listenerId: listener.userId };
  const first = await admin.get(api.books.listEntries, { query });
  const rest = await admin.get(api.books.listEntries, {
    query: { ...query, cursor: first.nextCursor ?? '' },
  });
  expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([50, 4, null]);
  expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(54);
  expect(first.items[0]).toMatchObject({
    kind: 'reward',
    displayName: '=Lee',
    grossCents: 15,
    changeCents: 15,
    actorName: null,
    isUndone: false,
  });
});

test('an entry says what it changed for its listener: a request nothing, a payout and a deduction less', async () => {
  await aPaidPayout();
  await earnedBy(earshot, listener.userId, 2);
  await correct(-20);
  const changes = async (query: { listenerId?: string }) =>
    (await admin.get(api.books.listEntries, { query })).items
      .slice(0, 5)
      .map(({ kind, changeCents }) => [kind, changeCents]);
  const expected = [
    ['correction', -20],
    ['reward', 15],
    ['reward', 15],
    ['payout_completion', -510],
    ['payout_request', 0],
  ];
  expect(await changes({ listenerId: listener.userId })).toEqual(expected);
  expect(await changes({})).toEqual(expected);
});

test('every action on the ledger is recorded with actor, subject and reason', async () => {
  const { userId } = listener;
  const reviewId = await aReviewOfTheirs();
  await admin.get(api.books.reverseReview, { params: { reviewId }, body: { reason }, ...once() });
  await needTwoAbove('corrections', 100_00);
  await correct(1200);
  const proposed = await correct(120_00);
  await needTwoAbove('corrections', null);
  const decision = { params: { correctionId: proposed.answer?.id ?? '' }, ...once() };
  await second.get(api.books.decideCorrection, { ...decision, body: { status: 'declined' } });
  const payoutId = await aPaidPayout();
  const made = await admin.get(api.books.exportPayouts, {
    body: { method: 'bank', euroRate: 10_850 },
    ...once(),
  });
  await admin.get(api.books.handOverPayouts, { params: { exportId: made.id }, body: {} });
  const back = { params: { payoutId }, body: { reason }, ...once() };
  await admin.get(api.books.returnPayout, back);
  await admin.get(api.books.returnPayout, back);

  const aboutListener = await admin.get(api.admin.listActivity, { query: { about: userId } });
  const acts = aboutListener.items.filter(({ actor }) => actor !== null);
  expect(acts.map(({ event, actor, details }) => ({ event, by: actor?.id, details }))).toEqual([
    { event: 'payout_returned', by: admin.userId, details: { payout: payoutId, reason } },
    { event: 'payout_completed', by: admin.userId, details: { payout: payoutId } },
    { event: 'correction_declined', by: second.userId, details: { cents: 120_00, reason } },
    { event: 'correction_proposed', by: admin.userId, details: { cents: 120_00, reason } },
    { event: 'balance_corrected', by: admin.userId, details: { cents: 1200, reason } },
    { event: 'review_reversed', by: admin.userId, details: { review: reviewId, reason } },
  ]);
  const newest = async (event: 'payouts_exported' | 'payouts_handed_over') =>
    (await admin.get(api.admin.listActivity, { query: { event } })).items[0];
  expect(await newest('payouts_exported')).toMatchObject({ user: null, actor: { id: admin.userId } });
  expect(await newest('payouts_handed_over')).toMatchObject({ details: { export: made.id } });
  const { items: settings } = await admin.get(api.admin.listActivity, {
    query: { event: 'second_admin_set' },
  });
  expect(settings.slice(0, 2)).toMatchObject([
    { user: null, actor: null, details: { acts: 'corrections', above: 'off' } },
    { details: { acts: 'corrections', cents: 100_00 } },
  ]);
});
