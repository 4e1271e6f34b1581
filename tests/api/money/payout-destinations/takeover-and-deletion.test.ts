import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { stepOf, totpCode } from '#server/identity/second-factor-code.ts';
import { askPayouts } from '#server/money/payout-transfers/ask-payouts.ts';
import { sendPayouts } from '#server/money/payout-transfers/send-payouts.ts';
import { readBase32 } from '#tests/support/files/read-base32.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import { PayoutOwner } from '#tests/support/people/payout-owner.ts';
import { aPayee, localDestination, toldProvider } from '#tests/support/people/payouts.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// The ten ways in which an account that was taken over, or deleted, could divert or lose a payout.

const provider = toldProvider();
let earshot: Earshot;
let me: PayoutOwner;
beforeAll(async () => {
  earshot = await startEarshot({}, { transferProviders: [provider] });
});
beforeEach(async () => {
  me = await PayoutOwner.join(earshot, provider);
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
/** What is still kept of the person's destinations. */
const shownDetails = () =>
  sql(owner(), 'select id from payees where user_id = $1 and details_encrypted is not null', [
    me.listener.userId,
  ]);

test('1. a session without the password cannot set a destination', async () => {
  expect((await me.give({ password: 'guessed by somebody' })).code).toBe('wrong_password');
  expect(await me.listener.get(api.payoutDestinations.readDestination, {})).toMatchObject({
    current: null,
    unconfirmed: null,
  });
});

test('2. with two-factor sign-in on, the password alone cannot set a destination', async () => {
  await sql(
    owner(),
    "insert into factors (user_id, secret_encrypted, verified_at) values ($1, '\\x00', now())",
    [me.listener.userId],
  );
  expect((await me.give()).code).toBe('second_factor_needed');
});

test('3. an unconfirmed destination receives nothing', async () => {
  await me.give();
  const payoutId = await me.approvedPayout();
  await me.hours(100);
  expect(await me.leaving()).toEqual([]);
  const { items } = await me.listener.get(api.wallet.listPayoutRequests, { query: {} });
  expect(items[0]).toMatchObject({
    id: payoutId,
    status: 'completed',
    transfer: 'waiting',
    destination: null,
  });
});

test('4. a changed destination does not affect a requested payout, but holds it', async () => {
  const before = await aPayee(earshot, me.listener.userId);
  const payoutId = await me.request();
  await me.give({ destination: { method: 'local', conduct: 'fails' } });
  await me.confirm();
  await me.complete(payoutId);
  expect(await me.leaving()).toEqual([]);
  await me.hours(72);
  expect(await me.leaving()).toEqual([payoutId]);
  expect(provider.sent[0]?.destination).toEqual(localDestination);
  const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [payoutId]);
  expect(row.payee_id).toBe(before);
});

test('5. ‘This was not me’ works after the thief changed password and address, and the thief gets nothing once it is lifted', async () => {
  const payoutId = await me.approvedPayout();
  await me.give();
  await me.confirm();
  const token = await me.mailedToken(me.address, 'stop');
  await me.changeMail(`${randomUUID()}@example.net`);
  expect((await earshot.nobody.call(api.payoutDestinations.stopPayouts, { body: { token } })).status).toBe(
    200,
  );
  expect(await me.listener.get(api.payoutDestinations.readDestination, {})).toMatchObject({
    current: null,
    isStopped: true,
  });
  const lift = { params: { listenerId: me.listener.userId }, body: { reason: 'Spoke with the owner.' } };
  const seen = { params: { userId: me.listener.userId } };
  expect((await me.admin.get(api.admin.readUser, seen)).payoutsStoppedAt).toBe(
    earshot.clock.now().toISOString(),
  );
  await me.admin.get(api.admin.liftPayoutStop, lift);
  expect((await me.admin.get(api.admin.readUser, seen)).payoutsStoppedAt).toBeNull();
  expect((await me.admin.call(api.admin.liftPayoutStop, lift)).code).toBe('not_found');
  await me.hours(100);
  expect(await me.leaving()).toEqual([]);
  // The owner gives the own destination again, and the money goes there.
  const own = await aPayee(earshot, me.listener.userId);
  await sql(owner(), 'select ledger.freeze_destination($1)', [me.listener.userId]);
  expect(await me.leaving()).toEqual([payoutId]);
  const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [payoutId]);
  expect(row.payee_id).toBe(own);
});

test('6. a changed email address holds payouts, and the old address can stop them', async () => {
  await aPayee(earshot, me.listener.userId);
  const payoutId = await me.request();
  await me.changeMail(`${randomUUID()}@example.net`);
  await me.complete(payoutId);
  expect(await me.leaving()).toEqual([]);
  expect((await me.stop(me.address)).status).toBe(200);
  await me.hours(100);
  expect(await me.leaving()).toEqual([]);
});

test('a changed email address holds payouts before the first destination, whatever user type a reviewer has now', async () => {
  await sql(owner(), "update profiles set user_type = 'artist' where user_id = $1", [me.listener.userId]);
  await me.changeMail(`${randomUUID()}@example.net`);
  expect((await me.stop(me.address)).status).toBe(200);
});

describe('links that a thief got by changing the address', () => {
  const press = (token: string) =>
    earshot.nobody.call(api.payoutDestinations.stopPayouts, { body: { token } });
  /** The owner has the account back, with a destination of their own. */
  const returned = async () => {
    const thief = `${randomUUID()}@example.net`;
    const own = await me.mailedToken(me.address, 'stop');
    await me.changeMail(thief);
    const token = await me.mailedToken(thief, 'stop');
    await me.changeMail(me.address);
    return { token, own };
  };
  const state = async () => {
    const { current, isStopped } = await me.listener.get(api.payoutDestinations.readDestination, {});
    return { hasDestination: current !== null, isStopped };
  };
  beforeEach(async () => {
    await me.give();
    await me.confirm();
  });

  test('stop payouts but withdraw nothing, even if pressed several times at once; a lifted stop voids all earlier links', async () => {
    const { token, own } = await returned();
    const answers = await Promise.all(Array.from({ length: 4 }, () => press(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await state()).toEqual({ hasDestination: true, isStopped: true });
    const lift = { params: { listenerId: me.listener.userId }, body: { reason: 'Spoke with the owner.' } };
    earshot.clock.advance(1);
    await me.admin.get(api.admin.liftPayoutStop, lift);
    expect([(await press(token)).code, (await press(own)).code]).toEqual(['link_invalid', 'link_invalid']);
    expect(await state()).toEqual({ hasDestination: true, isStopped: false });
  });

  test('end when the owner resets the password; the owner’s new link works', async () => {
    const { token, own } = await returned();
    earshot.clock.advance(1);
    await earshot.nobody.get(api.accounts.recoverPassword, { body: { email: me.address } });
    await earshot.nobody.get(api.accounts.resetPassword, {
      body: { token: await me.mailedToken(me.address, 'recovery'), password: 'five green glass bottles' },
    });
    me.listener = await earshot.signInAgain(me.listener.userId);
    expect([(await press(token)).code, (await press(own)).code]).toEqual(['link_invalid', 'link_invalid']);
    expect(await state()).toEqual({ hasDestination: true, isStopped: false });
    expect((await me.stop(me.address)).status).toBe(200);
  });

  test('do not end the owner’s: a thief’s reset leaves them working', async () => {
    const own = await me.mailedToken(me.address, 'stop');
    const thief = `${randomUUID()}@example.net`;
    await me.changeMail(thief);
    earshot.clock.advance(1);
    await earshot.nobody.get(api.accounts.recoverPassword, { body: { email: thief } });
    await earshot.nobody.get(api.accounts.resetPassword, {
      body: { token: await me.mailedToken(thief, 'recovery'), password: 'five green glass bottles' },
    });
    me.listener = await earshot.signInAgain(me.listener.userId);
    expect((await press(`${own}.x`)).code).toBe('link_invalid');
    expect((await press(own)).status).toBe(200);
    expect(await state()).toEqual({ hasDestination: false, isStopped: true });
  });
});

test('7. a reset password holds payouts', async () => {
  await aPayee(earshot, me.listener.userId);
  const payoutId = await me.request();
  await earshot.nobody.get(api.accounts.recoverPassword, { body: { email: me.address } });
  const token = await me.mailedToken(me.address, 'recovery');
  await earshot.nobody.get(api.accounts.resetPassword, {
    body: { token, password: 'five green glass bottles' },
  });
  me.listener = await earshot.signInAgain(me.listener.userId);
  await me.complete(payoutId);
  expect(await me.leaving()).toEqual([]);
  await me.hours(72);
  expect(await me.leaving()).toEqual([payoutId]);
});

test('8. turning off two-factor sign-in holds payouts', async () => {
  await aPayee(earshot, me.listener.userId);
  const { secret } = await me.listener.get(api.accounts.beginSecondFactor, { body: { password } });
  const code = () => totpCode(readBase32(secret), stepOf(earshot.clock.now()));
  await me.listener.get(api.accounts.finishSecondFactor, { body: { code: code() } });
  earshot.clock.advance(60);
  await me.listener.get(api.accounts.removeSecondFactor, { body: { password, code: code() } });
  const payoutId = await me.approvedPayout();
  expect(await me.leaving()).toEqual([]);
  await me.hours(72);
  expect(await me.leaving()).toEqual([payoutId]);
});

test('9. an account cannot be deleted while a payout is pending or being sent', async () => {
  await aPayee(earshot, me.listener.userId);
  const payoutId = await me.request();
  expect((await me.delete()).code).toBe('payout_pending');
  await me.complete(payoutId);
  expect((await me.delete()).code).toBe('payout_pending');
  provider.outcomes.push({ kind: 'paid', providerId: `tr_${payoutId}` });
  const [deleted] = await Promise.all([me.delete(), sendPayouts(earshot.deps)]);
  expect([200, 409]).toContain(deleted.status);
  if (deleted.status === 409) expect((await me.delete()).status).toBe(200);
  expect(await shownDetails()).toEqual([]);
});

test('an account cannot be deleted while its payout is being checked', async () => {
  await aPayee(earshot, me.listener.userId);
  const payoutId = await me.approvedPayout();
  expect(await me.leaving()).toEqual([payoutId]);
  const checking = "select outcome from ledger.note_transfer($1, 'checking', null, 0, null, $2)";
  expect(await sqlRow(owner(), checking, [payoutId, earshot.clock.now()])).toEqual({ outcome: 'done' });
  expect((await me.delete()).code).toBe('payout_pending');
});

test('10. money returned after its account was deleted is reversed, although the destination is erased', async () => {
  await aPayee(earshot, me.listener.userId);
  const payoutId = await me.approvedPayout();
  provider.outcomes.push({ kind: 'paid', providerId: `tr_${payoutId}` });
  await me.leaving();
  expect((await me.delete()).status).toBe(200);
  expect(await shownDetails()).toEqual([]);
  // What earlier tests left would be asked about first.
  await sql(owner(), 'update payout_transfers set next_ask_at = null where payout_id <> $1', [payoutId]);
  earshot.clock.advance(24 * 3600);
  provider.answers.push({ kind: 'failed', reason: 'The bank account is closed.' });
  await askPayouts(earshot.deps);
  expect(
    await sqlRow(owner(), 'select status, return_reason as reason from payout_requests where id = $1', [
      payoutId,
    ]),
  ).toEqual({ status: 'returned', reason: 'The bank account is closed.' });
});
