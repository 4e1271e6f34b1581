import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type Earshot, startEarshot } from '#tests/support/earshot.ts';
import { PayoutOwner } from '#tests/support/payout-owner.ts';
import { aPayee, toldProvider } from '#tests/support/payouts.ts';
import { sql, sqlRow } from '#tests/support/sql.ts';

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

test('what the provider does not take is refused with the field that is wrong', async () => {
  const bad = await me.give({ destination: { method: 'local', conduct: 'loses_the_answer' } });
  expect(bad).toMatchObject({ status: 422, code: 'bad_destination', details: { field: 'conduct' } });
  expect((await me.give({ country: 'XX' })).code).toBe('method_unavailable');
  expect((await me.give({ destination: { method: 'paypal', email: 'lee@example.org' } })).code).toBe(
    'method_unavailable',
  );
});

test('the mailed link confirms nothing without the password, and only once with it', async () => {
  await me.give();
  expect((await me.confirm('guessed by somebody')).code).toBe('wrong_password');
  expect((await me.confirm()).status).toBe(200);
  expect((await me.confirm()).code).toBe('link_invalid');
});

test('a first destination is held for 72 hours, and then everything that waited for it leaves, once', async () => {
  const payoutId = await me.approvedPayout();
  await me.give();
  expect((await me.confirm()).answer?.masked).toBe('Test account •••• 1234');
  expect((await me.listener.get(api.payees.readPayee, {})).heldUntil).not.toBeNull();
  await me.hours(71);
  expect(await me.leaving()).toEqual([]);
  await me.hours(1);
  expect(await me.leaving()).toEqual([payoutId]);
  expect(await me.leaving()).toEqual([payoutId]);
});

test.each([
  ['a listener with a destination', true],
  ['one who has given none yet', false],
])('the old address of %s stops what the thief gives after changing the email', async (_, hasOne) => {
  if (hasOne) await aPayee(earshot, me.listener.userId);
  const own = me.address;
  me.address = `${randomUUID()}@example.net`;
  await me.changeMail(me.address);
  earshot.clock.advance(60);
  await me.give();
  await me.confirm();
  const payoutId = await me.approvedPayout();
  expect((await me.stop(own)).status).toBe(200);
  const theirs = await aPayee(earshot, me.listener.userId);
  const lift = { params: { listenerId: me.listener.userId }, body: { reason: 'Spoke with the owner.' } };
  await me.admin.get(api.admin.liftPayoutStop, lift);
  await me.hours(100);
  expect(await me.leaving()).toEqual([payoutId]);
  const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [payoutId]);
  expect(row.payee_id).toBe(theirs);
});

test('a link to stop payouts that was changed stops nothing', async () => {
  await me.give();
  const token = await me.mailedToken(me.address, 'stop');
  const forged = await earshot.nobody.call(api.payees.stopPayouts, { body: { token: `${token}x` } });
  expect(forged.code).toBe('link_invalid');
});

test('a suspended listener’s payout waits, leaves after 30 days at most, and arrives', async () => {
  await aPayee(earshot, me.listener.userId);
  const payoutId = await me.approvedPayout();
  await sql(owner(), 'update users set suspended_at = $2 where id = $1', [
    me.listener.userId,
    earshot.clock.now(),
  ]);
  await me.hours(24 * 30 - 1);
  expect(await me.leaving()).toEqual([]);
  await me.hours(1);
  provider.outcomes.push({ kind: 'paid', providerId: `tr_${payoutId}` });
  expect(await me.leaving()).toEqual([payoutId]);
  expect(
    await sqlRow(
      owner(),
      'select request_status as status, transfer from payout_transfers where payout_id = $1',
      [payoutId],
    ),
  ).toEqual({ status: 'completed', transfer: 'paid' });
});

test('a withdrawn destination stays withdrawn, even for a direct write to the database', async () => {
  await me.give();
  await me.confirm();
  expect((await me.stop(me.address)).status).toBe(200);
  const undo = 'update payees set withdrawn_at = null where user_id = $1';
  await expect(sql(owner(), undo, [me.listener.userId])).rejects.toThrow('withdrawn once');
});

test('one destination of two accounts is no refusal, and the list of payouts says so', async () => {
  await aPayee(earshot, me.listener.userId, { method: 'local', conduct: 'pays_later' });
  const other = await earshot.signIn({ userType: 'listener' });
  await aPayee(earshot, other.userId, { method: 'local', conduct: 'pays_later' });
  const id = await me.request();
  const { items } = await me.admin.get(api.admin.listPendingPayouts, { query: {} });
  expect(items.find((item) => item.id === id)).toMatchObject({ sharedDestination: 1, isReady: true });
});

test('the link in ‘This was not me’ mails and records once, however often it is pressed', async () => {
  await me.give();
  for (let press = 0; press < 3; press += 1) expect((await me.stop(me.address)).status).toBe(200);
  const mails = (await me.mailsTo(me.address)).filter((text) =>
    text.includes('No money leaves your account until'),
  );
  expect(mails).toHaveLength(1);
  const recorded = "select from auth_audit where user_id = $1 and event = 'payouts_stopped'";
  expect(await sql(owner(), recorded, [me.listener.userId])).toHaveLength(1);
});

test('a destination that is confirmed while a payout is requested is frozen into it', async () => {
  for (let round = 0; round < 6; round += 1) {
    me = await PayoutOwner.join(earshot, provider);
    await me.give();
    await me.mailedToken(me.address, 'payee');
    const [payoutId, confirmed] = await Promise.all([me.request(), me.confirm()]);
    expect(confirmed.status).toBe(200);
    const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [
      payoutId,
    ]);
    expect(row.payee_id).not.toBeNull();
  }
});
