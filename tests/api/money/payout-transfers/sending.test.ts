import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { askAboutNoticed, askPayouts } from '#server/money/payout-transfers/ask-payouts.ts';
import { sendPayouts } from '#server/money/payout-transfers/send-payouts.ts';
import { completePayouts } from '#server/money/wallet/approve-payout.ts';
import { approvePayouts } from '#server/money/wallet/decide-payouts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPayee, completeApproved, readsPayout, toldProvider } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const provider = toldProvider();
let earshot: Earshot;
let admin: ApiUser;
let listener: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({}, { transferProviders: [provider] });
});
beforeEach(async () => {
  // What earlier tests left is sent before this one begins.
  await sendPayouts(earshot.deps);
  await sql(earshot.testDatabase.ownerDatabase, 'update payout_transfers set next_ask_at = null');
  for (const list of [provider.sent, provider.asked, provider.outcomes, provider.answers]) list.length = 0;
  admin = await earshot.signIn({ admin: true });
  listener = await aListener();
});
afterAll(() => earshot.close());

const once = () => ({ idempotencyKey: randomUUID() });
const minutes = (count: number) => earshot.clock.advance(count * 60);

async function aListener(): Promise<ApiUser> {
  const user = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, user.userId, 34);
  await aPayee(earshot, user.userId);
  return user;
}
const request = async (user = listener) =>
  (await user.get(api.wallet.requestPayout, { body: {}, ...once() })).id;
const approve = async (payoutId: string) => {
  await readsPayout(admin, payoutId);
  return admin.call(api.admin.decidePayout, {
    params: { payoutId },
    body: { status: 'completed' },
    ...once(),
  });
};
const reject = (payoutId: string) =>
  admin.call(api.admin.decidePayout, {
    params: { payoutId },
    body: { status: 'rejected', reason: 'The name differs.' },
    ...once(),
  });
const undo = (payoutId: string) =>
  admin.get(api.admin.undoPayoutApprovals, { body: { payoutIds: [payoutId] } });
/** Signed in again: the clock may have passed the end of a session's token. */
const again = (user = listener) => earshot.signInAgain(user.userId);
const shown = async (user = listener) =>
  (await (await again(user)).get(api.wallet.listPayoutRequests, { query: {} })).items[0];
const wallet = async () => (await again()).get(api.wallet.readWallet, {});

async function completed(): Promise<string> {
  const payoutId = await request();
  await approve(payoutId);
  await completeApproved(earshot);
  return payoutId;
}
async function sent(): Promise<string> {
  const payoutId = await completed();
  await sendPayouts(earshot.deps);
  return payoutId;
}

test('an approval can be undone for ten seconds; then the server completes it', async () => {
  const payoutId = await request();
  const approved = await approve(payoutId);
  expect(approved.answer).toMatchObject({ status: 'pending', processedAt: null });
  await completePayouts(earshot.deps);
  expect((await shown())?.status).toBe('pending');
  expect((await undo(payoutId)).outcomes).toEqual([{ id: payoutId, outcome: 'done' }]);
  await completeApproved(earshot);
  expect((await shown())?.status).toBe('pending');
  await approve(payoutId);
  await completeApproved(earshot);
  expect(await shown()).toMatchObject({ status: 'completed', transfer: 'waiting' });
  expect((await undo(payoutId)).outcomes).toEqual([{ id: payoutId, outcome: 'already_decided' }]);
});

test('a payout that another server completed, or that was undone, is recorded once and ends no approval', async () => {
  const { database, clock } = earshot.deps;
  const faster = [() => completePayouts(earshot.deps), () => undo(payoutId)];
  let payoutId = '';
  for (const first of faster) {
    listener = await aListener();
    payoutId = await request();
    await approve(payoutId);
    earshot.clock.advance(10);
    const overtaken: typeof database = {
      ...database,
      transaction: async (work) => {
        await first();
        return database.transaction(work);
      },
    };
    await completePayouts({ database: overtaken, clock });
    const events = await sql(
      earshot.testDatabase.ownerDatabase,
      `select event from auth_audit where details ->> 'payout' = $1 and event in ('payout_completed', 'payout_approval_ended')`,
      [payoutId],
    );
    const status = (await shown())?.status;
    expect(events).toEqual(status === 'completed' ? [{ event: 'payout_completed' }] : []);
  }
});

test('an approved payout cannot be rejected or canceled', async () => {
  const payoutId = await request();
  await approve(payoutId);
  expect(await reject(payoutId)).toMatchObject({ code: 'already_decided', details: { status: 'approved' } });
  const back = { params: { payoutId }, body: {}, ...once() };
  expect((await listener.call(api.wallet.cancelPayout, back)).code).toBe('already_decided');
});

test('simultaneous approving, undoing and rejecting end in one state, and a clean ledger', async () => {
  for (let round = 0; round < 8; round += 1) {
    const user = await aListener();
    const payoutId = await request(user);
    await Promise.all([approve(payoutId), undo(payoutId), reject(payoutId), approve(payoutId)]);
    await completeApproved(earshot);
    expect(['pending', 'completed', 'rejected']).toContain((await shown(user))?.status);
    const { entries } = await sqlRow(
      earshot.testDatabase.ownerDatabase,
      "select count(*)::int as entries from ledger.transactions where source_id = $1 and kind in ('payout_completion', 'payout_rejection')",
      [payoutId],
    );
    expect(entries).toBeLessThanOrEqual(1);
  }
});

test('a bulk approval continues past a payout that is rejected', async () => {
  const payoutIds = [await request(), await request(await aListener()), randomUUID()];
  for (const payoutId of payoutIds) await readsPayout(admin, payoutId);
  const { outcomes } = await admin.get(api.admin.approvePayouts, { body: { payoutIds } });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'not_found']);
  await completeApproved(earshot);
  await sendPayouts(earshot.deps);
  expect(provider.sent.map(({ payoutId }) => payoutId).toSorted()).toEqual(payoutIds.slice(0, 2).toSorted());
});

test('the ten seconds of a bulk approval start with the last payout, however long approving takes', async () => {
  const payoutIds = [await request(), await request(await aListener()), await request(await aListener())];
  for (const payoutId of payoutIds) await readsPayout(admin, payoutId);
  const { database, clock } = earshot.deps;
  const slow: typeof database = {
    ...database,
    transaction: (work) => {
      earshot.clock.advance(6);
      return database.transaction(work);
    },
  };
  await approvePayouts({ database: slow, clock }, admin.userId, payoutIds);
  const open = () => sql(earshot.testDatabase.ownerDatabase, 'select from payout_approvals');
  earshot.clock.advance(3);
  await completePayouts(earshot.deps);
  expect(await open()).toHaveLength(3);
  earshot.clock.advance(7);
  await completePayouts(earshot.deps);
  expect(await open()).toHaveLength(0);
});

test('each payout is sent once, even if several servers send at the same time', async () => {
  const payoutIds: string[] = [];
  for (let i = 0; i < 6; i += 1) payoutIds.push(await request(await aListener()));
  for (const payoutId of payoutIds) await readsPayout(admin, payoutId);
  await admin.get(api.admin.approvePayouts, { body: { payoutIds } });
  await completeApproved(earshot);
  await Promise.all([1, 2, 3, 4].map(() => sendPayouts(earshot.deps)));
  expect(provider.sent.map(({ payoutId }) => payoutId).toSorted()).toEqual(payoutIds.toSorted());
});

test('an accepted payout is sending, and paid once the service says so; its cost is booked once', async () => {
  const payoutId = await sent();
  expect(await shown()).toMatchObject({ status: 'completed', transfer: 'sending' });
  const paid = { kind: 'paid', providerId: `tr_${payoutId}`, costCents: cents(25) } as const;
  provider.answers.push(paid, paid);
  await askAboutNoticed(earshot.deps, [`tr_${payoutId}`]);
  expect(await shown()).toMatchObject({ status: 'completed', transfer: 'paid' });
  await askAboutNoticed(earshot.deps, [`tr_${payoutId}`]);
  const costs = await sql(
    earshot.testDatabase.ownerDatabase,
    "select gross_cents::int as cents from ledger.transactions where source_id = $1 and kind = 'payout_cost'",
    [payoutId],
  );
  expect(costs).toEqual([{ cents: 25 }]);
});

test('a refused payout returns the money, and the request shows as rejected with the reason', async () => {
  provider.outcomes.push({ kind: 'refused', reason: 'The bank does not know this account.' });
  await sent();
  expect(await shown()).toMatchObject({
    status: 'rejected',
    transfer: 'failed',
    reason: 'The bank does not know this account.',
  });
  expect(await wallet()).toMatchObject({ availableCents: 510, pendingCents: 0 });
});

test('a closed payout account is unlinked, so the next payout waits for another', async () => {
  provider.outcomes.push({ kind: 'refused', reason: 'No such destination.', isDead: true });
  await sent();
  expect((await listener.get(api.payoutDestinations.readDestination, {})).current).toBeNull();
  await request();
  expect(await shown()).toMatchObject({ status: 'pending', destination: null, promisedBy: null });
});

test('money returned days after arrival goes back to the wallet, once', async () => {
  const payoutId = await sent();
  const about = () => askAboutNoticed(earshot.deps, [`tr_${payoutId}`]);
  provider.answers.push({ kind: 'paid', providerId: `tr_${payoutId}` });
  await about();
  minutes(3 * 24 * 60);
  const failed = { kind: 'failed', reason: 'The account was closed.' } as const;
  provider.answers.push(failed, failed, { kind: 'paid', providerId: `tr_${payoutId}` });
  await Promise.all([about(), about()]);
  await about();
  expect(await shown()).toMatchObject({ status: 'rejected', transfer: 'failed' });
  expect(await wallet()).toMatchObject({ availableCents: 510 });
});

test('after a lost response the service is asked, and the payout is resent only if it was never received', async () => {
  provider.outcomes.push(new Error('The line was cut.'));
  const payoutId = await sent();
  expect((await shown())?.transfer).toBe('checking');
  provider.answers.push({ kind: 'unknown' }, { kind: 'never_received' });
  minutes(1);
  await askPayouts(earshot.deps);
  minutes(1);
  await askPayouts(earshot.deps);
  expect(provider.sent).toHaveLength(1);
  expect((await shown())?.transfer).toBe('checking');
  provider.answers.push({ kind: 'never_received' });
  minutes(15);
  await askPayouts(earshot.deps);
  expect(provider.sent.map((order) => order.payoutId)).toEqual([payoutId, payoutId]);
  expect((await shown())?.transfer).toBe('sending');
});

test('a payout that the service has accepted stays in transit, whatever answer is lost later', async () => {
  const payoutId = await sent();
  const answers = [new Error('The line was cut.'), { kind: 'unknown' }, { kind: 'never_received' }] as const;
  const askAll = async () => {
    for (const answer of answers) {
      provider.answers.push(answer);
      minutes(24 * 60);
      await askPayouts(earshot.deps);
    }
  };
  await askAll();
  await sql(
    earshot.testDatabase.ownerDatabase,
    'update payees set withdrawn_at = $2, replaced_at = $2 where user_id = $1',
    [listener.userId, earshot.clock.now()],
  );
  await askAll();
  expect(provider.asked).toHaveLength(6);
  expect(provider.sent).toHaveLength(1);
  expect(await shown()).toMatchObject({ status: 'completed', transfer: 'sending' });
  provider.answers.push({ kind: 'paid', providerId: `tr_${payoutId}` });
  minutes(24 * 60);
  await askPayouts(earshot.deps);
  await askAll();
  provider.answers.push({ kind: 'sending', providerId: `tr_${payoutId}` });
  minutes(24 * 60);
  await askPayouts(earshot.deps);
  const asked = provider.asked.length;
  minutes(23 * 60);
  await askPayouts(earshot.deps);
  // Once it has arrived, once a day is enough.
  expect(provider.asked).toHaveLength(asked);
  expect(await shown()).toMatchObject({ status: 'completed', transfer: 'paid' });
});

test('a payout never received is not resent while its listener has stopped payouts, and loses its destination', async () => {
  provider.outcomes.push(new Error('The line was cut.'));
  const payoutId = await sent();
  const { listener_id: listenerId } = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    "insert into payout_holds (user_id, held_until, held_for, stopped_at) select listener_id, $2, 'changed_email', $2 from payout_transfers where payout_id = $1 on conflict (user_id) do update set stopped_at = $2 returning user_id as listener_id",
    [payoutId, earshot.clock.now()],
  );
  for (const _ of [1, 2, 3]) {
    provider.answers.push({ kind: 'never_received' });
    minutes(15);
    await askPayouts(earshot.deps);
  }
  expect(provider.sent).toHaveLength(1);
  expect((await shown())?.transfer).toBe('checking');
  await sql(
    earshot.testDatabase.ownerDatabase,
    'update payees set withdrawn_at = $2, replaced_at = $2 where user_id = $1',
    [listenerId, earshot.clock.now()],
  );
  provider.answers.push({ kind: 'never_received' });
  minutes(15);
  await askPayouts(earshot.deps);
  expect(provider.sent).toHaveLength(1);
  expect(await shown()).toMatchObject({ status: 'rejected', transfer: 'failed' });
});

test('a payout never received for hours is resent each time, until it is received', async () => {
  provider.outcomes.push(...Array.from({ length: 9 }, () => ({ kind: 'unknown' }) as const));
  await sent();
  for (let times = 1; times <= 8; times += 1) {
    provider.answers.push({ kind: 'never_received' });
    minutes(15);
    await askPayouts(earshot.deps);
  }
  expect(provider.sent).toHaveLength(9);
  provider.answers.push({ kind: 'never_received' });
  minutes(15);
  await askPayouts(earshot.deps);
  expect((await shown())?.transfer).toBe('sending');
});

test('a payout claimed by a killed server is checked with the service before anything is sent', async () => {
  const payoutId = await completed();
  await sql(earshot.testDatabase.database, "select ledger.claim_transfer('{local}', '{}', null, $1, $1)", [
    earshot.clock.now(),
  ]);
  await sendPayouts(earshot.deps);
  expect(provider.sent).toEqual([]);
  provider.answers.push({ kind: 'paid', providerId: `tr_${payoutId}` });
  await askPayouts(earshot.deps);
  expect((await shown())?.transfer).toBe('paid');
});

test('while payouts are halted none is completed or sent', async () => {
  const payoutId = await completed();
  await sql(earshot.testDatabase.database, "select ledger.halt_payouts('A test.')");
  await sendPayouts(earshot.deps);
  expect(provider.sent).toEqual([]);
  await sql(earshot.testDatabase.ownerDatabase, 'update ledger.halts set lifted_at = now()');
  await sendPayouts(earshot.deps);
  expect(provider.sent.map((order) => order.payoutId)).toEqual([payoutId]);
});

test('an admin can reverse a payout only before the payment service has it', async () => {
  const reason = 'Agreed with the listener by mail.';
  const underWay = await sent();
  const giveBack = (payoutId: string) =>
    admin.call(api.books.returnPayout, { params: { payoutId }, body: { reason }, ...once() });
  expect((await giveBack(underWay)).code).toBe('already_decided');
  listener = await aListener();
  expect((await giveBack(await completed())).status).toBe(200);
  expect(await wallet()).toMatchObject({ availableCents: 510 });
});

test('due-first order lists by promised date, with payouts without a destination last', async () => {
  const late = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, late.userId, 34);
  const without = await request(late);
  const withOne = await request();
  const { items, oldest } = await admin.get(api.admin.listPendingPayouts, { query: { order: 'due' } });
  const ids = items.map(({ id }) => id);
  expect(ids.indexOf(withOne)).toBeLessThan(ids.indexOf(without));
  expect(oldest).not.toBeNull();
  expect(items.find(({ id }) => id === without)).toMatchObject({ promisedBy: null, isReady: false });
});
