import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/accounts/passwords/password-hash.ts';
import { sendPayouts } from '#server/transfers/send-payouts.ts';
import { goodPassword as password } from '#tests/support/accounts.ts';
import { type ApiUser, type Earshot, startEarshot } from '#tests/support/earshot.ts';
import { aPayee, completeApproved, localDestination, toldProvider } from '#tests/support/payouts.ts';
import { earnedBy } from '#tests/support/reviewing.ts';
import { sql, sqlRow } from '#tests/support/sql.ts';

const provider = toldProvider();
let earshot: Earshot;
let admin: ApiUser;
let listener: ApiUser;
let address: string;
beforeAll(async () => {
  earshot = await startEarshot({}, { transferProviders: [provider] });
});
beforeEach(async () => {
  // What earlier tests left is sent before this one begins.
  await sendPayouts(earshot.deps);
  for (const list of [provider.sent, provider.outcomes, provider.answers]) list.length = 0;
  admin = await earshot.signIn({ admin: true });
  listener = await earshot.signIn({ userType: 'listener' });
  address = `${randomUUID()}@example.org`;
  await sql(owner(), 'update users set password_hash = $2, email = $3, email_normalized = $3 where id = $1', [
    listener.userId,
    await hashPassword(password),
    address,
  ]);
  await earnedBy(earshot, listener.userId, 34);
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const once = () => ({ idempotencyKey: randomUUID() });
/** Time passes, beyond the end of the tokens; everybody signs in again. */
async function hours(count: number): Promise<void> {
  earshot.clock.advance(count * 3600);
  listener = await earshot.signInAgain(listener.userId);
  admin = await earshot.signInAgain(admin.userId);
}
const give = (part: object = {}) =>
  listener.call(api.payees.addPayee, {
    body: { country: 'DE', legalName: 'Lee Example', destination: localDestination, password, ...part },
  });

/** The newest token of this type that was mailed to an address. */
async function mailedToken(to: string, type: string): Promise<string> {
  await earshot.runJobs();
  const mails = (await earshot.mailbox.list(1000)).filter((mail) => mail.to.address === to);
  const texts = mails.map(({ text }) => new RegExp(`type=${type}&token=(\\S+)`).exec(text)?.[1]);
  return texts.find((token) => token !== undefined) ?? expect.fail(`No ${type} was mailed to ${to}.`);
}

const confirm = async (typed = password) =>
  earshot.nobody.call(api.payees.confirmPayee, {
    body: { token: await mailedToken(address, 'payee'), password: typed },
  });
const stop = async (to: string) =>
  earshot.nobody.call(api.payees.stopPayouts, { body: { token: await mailedToken(to, 'stop') } });

const request = async () => (await listener.get(api.wallet.requestPayout, { body: {}, ...once() })).id;
async function complete(payoutId: string): Promise<void> {
  const decision = { params: { payoutId }, body: { status: 'completed' as const }, ...once() };
  await admin.get(api.admin.decidePayout, decision);
  await completeApproved(earshot);
}
/** A payout of everything, approved and completed. */
async function approvedPayout(): Promise<string> {
  const payoutId = await request();
  await complete(payoutId);
  return payoutId;
}

/** The payouts that left now. */
async function leaving(): Promise<string[]> {
  await sendPayouts(earshot.deps);
  return provider.sent.map(({ payoutId }) => payoutId);
}

const changedMail = async (from: ApiUser, to: string) => {
  await from.get(api.accounts.changeEmail, { body: { email: to, password } });
  const token = await mailedToken(to, 'email_change');
  await earshot.nobody.get(api.accounts.confirmEmail, { body: { type: 'email_change', token, password } });
};

test('a session without the password gives no destination', async () => {
  expect((await give({ password: 'guessed by somebody' })).code).toBe('wrong_password');
  expect(await listener.get(api.payees.readPayee, {})).toMatchObject({ current: null, unconfirmed: null });
});

test('where two-factor sign-in is on, the password alone gives no destination', async () => {
  await sql(
    owner(),
    "insert into factors (user_id, secret_encrypted, verified_at) values ($1, '\\x00', now())",
    [listener.userId],
  );
  expect((await give()).code).toBe('second_factor_needed');
});

test('what the provider does not take is refused with the field that is wrong', async () => {
  const bad = await give({ destination: { method: 'local', conduct: 'loses_the_answer' } });
  expect(bad).toMatchObject({ status: 422, code: 'bad_destination', details: { field: 'conduct' } });
  expect((await give({ country: 'XX' })).code).toBe('method_unavailable');
  expect((await give({ destination: { method: 'paypal', email: 'lee@example.org' } })).code).toBe(
    'method_unavailable',
  );
});

test('a destination that was not confirmed gets nothing', async () => {
  await give();
  const payoutId = await approvedPayout();
  await hours(100);
  expect(await leaving()).toEqual([]);
  const { items } = await listener.get(api.wallet.listPayoutRequests, { query: {} });
  expect(items[0]).toMatchObject({
    id: payoutId,
    status: 'completed',
    transfer: 'waiting',
    destination: null,
  });
});

test('the mailed link confirms nothing without the password, and only once with it', async () => {
  await give();
  expect((await confirm('guessed by somebody')).code).toBe('wrong_password');
  expect((await confirm()).status).toBe(200);
  expect((await confirm()).code).toBe('link_invalid');
});

test('a first destination is held for 72 hours, and then everything that waited for it leaves, once', async () => {
  const payoutId = await approvedPayout();
  await give();
  expect((await confirm()).answer?.masked).toBe('Test account •••• 1234');
  expect((await listener.get(api.payees.readPayee, {})).heldUntil).not.toBeNull();
  await hours(71);
  expect(await leaving()).toEqual([]);
  await hours(1);
  expect(await leaving()).toEqual([payoutId]);
  expect(await leaving()).toEqual([payoutId]);
});

test('a change of destination leaves what was frozen as it was, and holds it', async () => {
  const before = await aPayee(earshot, listener.userId);
  const payoutId = await request();
  await give({ destination: { method: 'local', conduct: 'fails' } });
  await confirm();
  await complete(payoutId);
  expect(await leaving()).toEqual([]);
  await hours(72);
  expect(await leaving()).toEqual([payoutId]);
  expect(provider.sent[0]?.destination).toEqual(localDestination);
  const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [payoutId]);
  expect(row.payee_id).toBe(before);
});

test('a change of e-mail holds payouts, and the old address can stop them', async () => {
  await aPayee(earshot, listener.userId);
  const payoutId = await request();
  await changedMail(listener, `${randomUUID()}@example.net`);
  await complete(payoutId);
  expect(await leaving()).toEqual([]);
  expect((await stop(address)).status).toBe(200);
  await hours(100);
  expect(await leaving()).toEqual([]);
});

test('a password that was reset holds payouts', async () => {
  await aPayee(earshot, listener.userId);
  const payoutId = await request();
  await earshot.nobody.get(api.accounts.recoverPassword, { body: { email: address } });
  const token = await mailedToken(address, 'recovery');
  await earshot.nobody.get(api.accounts.resetPassword, {
    body: { token, password: 'five green glass bottles' },
  });
  listener = await earshot.signInAgain(listener.userId);
  await complete(payoutId);
  expect(await leaving()).toEqual([]);
  await hours(72);
  expect(await leaving()).toEqual([payoutId]);
});

test('‘This was not me’ works after the thief has changed password and address, and nothing goes to the thief after the lift', async () => {
  const payoutId = await approvedPayout();
  await give();
  await confirm();
  const token = await mailedToken(address, 'stop');
  await changedMail(listener, `${randomUUID()}@example.net`);
  expect((await earshot.nobody.call(api.payees.stopPayouts, { body: { token } })).status).toBe(200);
  expect((await earshot.nobody.call(api.payees.stopPayouts, { body: { token } })).status).toBe(200);
  expect(await listener.get(api.payees.readPayee, {})).toMatchObject({ current: null, isStopped: true });
  const lift = { params: { listenerId: listener.userId }, body: { reason: 'Spoke with the owner.' } };
  const seen = { params: { userId: listener.userId } };
  expect((await admin.get(api.admin.readUser, seen)).payoutsStoppedAt).toBe(
    earshot.clock.now().toISOString(),
  );
  await admin.get(api.admin.liftPayoutStop, lift);
  expect((await admin.get(api.admin.readUser, seen)).payoutsStoppedAt).toBeNull();
  expect((await admin.call(api.admin.liftPayoutStop, lift)).code).toBe('not_found');
  await hours(100);
  expect(await leaving()).toEqual([]);
  // The owner gives the own destination again, and the money goes there.
  const own = await aPayee(earshot, listener.userId);
  await sql(owner(), 'select ledger.freeze_destination($1)', [listener.userId]);
  expect(await leaving()).toEqual([payoutId]);
  const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [payoutId]);
  expect(row.payee_id).toBe(own);
});

test.each([
  ['a listener with a destination', true],
  ['one who has given none yet', false],
])('the old address of %s stops what the thief gives after changing the e-mail', async (_, hasOne) => {
  if (hasOne) await aPayee(earshot, listener.userId);
  const own = address;
  address = `${randomUUID()}@example.net`;
  await changedMail(listener, address);
  earshot.clock.advance(60);
  await give();
  await confirm();
  const payoutId = await approvedPayout();
  expect((await stop(own)).status).toBe(200);
  const theirs = await aPayee(earshot, listener.userId);
  const lift = { params: { listenerId: listener.userId }, body: { reason: 'Spoke with the owner.' } };
  await admin.get(api.admin.liftPayoutStop, lift);
  await hours(100);
  expect(await leaving()).toEqual([payoutId]);
  const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [payoutId]);
  expect(row.payee_id).toBe(theirs);
});

test('a link to stop payouts that was changed stops nothing', async () => {
  await give();
  const token = await mailedToken(address, 'stop');
  const forged = await earshot.nobody.call(api.payees.stopPayouts, { body: { token: `${token}x` } });
  expect(forged.code).toBe('link_invalid');
});

test('a suspended listener’s payout waits, and leaves after 30 days at most', async () => {
  await aPayee(earshot, listener.userId);
  const payoutId = await approvedPayout();
  await sql(owner(), 'update users set suspended_at = $2 where id = $1', [
    listener.userId,
    earshot.clock.now(),
  ]);
  await hours(24 * 30 - 1);
  expect(await leaving()).toEqual([]);
  await hours(1);
  expect(await leaving()).toEqual([payoutId]);
});

test('an account is not deleted while its payout is under way, and takes its destination along', async () => {
  await aPayee(earshot, listener.userId);
  const payoutId = await approvedPayout();
  const deletion = () =>
    listener.call(api.ownData.deleteAccount, {
      body: { password, confirmation: 'DELETE', forfeitCents: cents(0) },
    });
  expect((await deletion()).code).toBe('payout_pending');
  provider.outcomes.push({ kind: 'paid', providerId: `tr_${payoutId}` });
  const [deleted] = await Promise.all([deletion(), sendPayouts(earshot.deps)]);
  expect([200, 409]).toContain(deleted.status);
  if (deleted.status === 409) expect((await deletion()).status).toBe(200);
  const left = await sqlRow(
    owner(),
    'select count(*)::int as rows from payees where user_id = $1 and details_encrypted is not null',
    [listener.userId],
  );
  expect(left.rows).toBe(0);
});

test('one destination of two accounts is no refusal, and the list of payouts says so', async () => {
  await aPayee(earshot, listener.userId, { method: 'local', conduct: 'pays_later' });
  const other = await earshot.signIn({ userType: 'listener' });
  await aPayee(earshot, other.userId, { method: 'local', conduct: 'pays_later' });
  const { id } = await listener.get(api.wallet.requestPayout, { body: {}, ...once() });
  const { items } = await admin.get(api.admin.listPendingPayouts, { query: {} });
  expect(items.find((item) => item.id === id)).toMatchObject({ sharedDestination: 1, isReady: true });
});
