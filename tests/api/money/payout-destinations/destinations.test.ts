import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import { PayoutOwner } from '#tests/support/people/payout-owner.ts';
import { aPayee, toldProvider } from '#tests/support/people/payouts.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { wideLimits } from '#tests/support/world/wide-limits.ts';

const provider = toldProvider();
let earshot: Earshot;
let me: PayoutOwner;
beforeAll(async () => {
  earshot = await startEarshot(
    { RATE_LIMITS: `${wideLimits},payee=5/86400` },
    { transferProviders: [provider] },
  );
});
beforeEach(async () => {
  me = await PayoutOwner.join(earshot, provider);
});
afterAll(() => earshot.close());

test('refused destinations and wrong passwords do not use up the five of a day', async () => {
  for (let tries = 0; tries < 3; tries += 1) {
    expect((await me.give({ destination: { method: 'local', conduct: 'loses_the_answer' } })).status).toBe(
      422,
    );
    expect((await me.give({ password: 'wrong' })).code).toBe('wrong_password');
    expect((await me.give({ legalName: '' })).code).toBe('malformed');
  }
  for (let given = 0; given < 5; given += 1) expect((await me.give()).status).toBe(201);
  expect((await me.give()).code).toBe('too_many_requests');
});

const owner = () => earshot.testDatabase.ownerDatabase;

test('a destination that the payment service does not accept is rejected with the wrong field', async () => {
  const bad = await me.give({ destination: { method: 'local', conduct: 'loses_the_answer' } });
  expect(bad).toMatchObject({ status: 422, code: 'bad_destination', details: { field: 'conduct' } });
  expect((await me.give({ country: 'XX' })).code).toBe('method_unavailable');
  expect((await me.give({ destination: { method: 'paypal', email: 'lee@example.org' } })).code).toBe(
    'method_unavailable',
  );
});

test('the emailed link confirms nothing without the password, and works once with it', async () => {
  await me.give();
  expect((await me.confirm('guessed by somebody')).code).toBe('wrong_password');
  expect((await me.confirm()).status).toBe(200);
  expect((await me.confirm()).code).toBe('link_invalid');
});

describe('without the password, the emailed link', () => {
  const current = async () =>
    (await me.listener.get(api.payoutDestinations.readDestination, {})).current?.masked;

  test('confirms in the session that saved the destination, once, however often it is pressed', async () => {
    await me.give();
    await me.mailedToken(me.address, 'payee');
    const presses = await Promise.all([me.press(), me.press()]);
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await me.press()).code).toBe('link_invalid');
    expect(await current()).toBe('Test account •••• 1234');
  });

  test.each([
    ['nobody signed in', async () => earshot.nobody],
    ['another account', async () => earshot.signIn({ userType: 'listener' })],
    ['another browser of the same account', async () => earshot.signInAgain(me.listener.userId)],
    ['an admin', async () => me.admin],
    [
      'the browser that saved it, after signing out',
      async () => {
        const elsewhere = await earshot.signInAgain(me.listener.userId);
        const { sessions } = await me.listener.get(api.accounts.listSessions, {});
        const saved = sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
        await elsewhere.get(api.accounts.endSession, { params: { sessionId: saved } });
        return me.listener;
      },
    ],
  ])('needs it from %s, and then works', async (_, whoPresses) => {
    await me.give();
    expect((await me.press(await whoPresses())).code).toBe('password_needed');
    me.listener = await earshot.signInAgain(me.listener.userId);
    expect(await current()).toBeUndefined();
    expect((await me.confirm()).status).toBe(200);
  });

  test('is void after a new password, after a day, and once another destination was saved', async () => {
    await me.give();
    const first = await me.mailedToken(me.address, 'payee');
    const press = (token: string) =>
      me.listener.call(api.payoutDestinations.confirmDestination, { body: { token } });
    earshot.clock.advance(60);
    await me.give();
    expect((await press(first)).code).toBe('link_invalid');
    const newPassword = 'five green glass bottles';
    await me.listener.get(api.accounts.changePassword, { body: { currentPassword: password, newPassword } });
    expect((await me.press()).code).toBe('link_invalid');
    earshot.clock.advance(60);
    await me.give({ password: newPassword });
    await me.hours(24);
    expect((await me.press()).code).toBe('link_invalid');
    expect(await current()).toBeUndefined();
  });
});

test('a first destination sends one email, with the link and ‘This was not me’; a change warns once more', async () => {
  await me.give();
  const [mail, ...others] = await me.mailsTo(me.address);
  expect(mail).toMatch(/type=payee[\s\S]+type=stop/);
  await me.press();
  expect([others, await me.mailsTo(me.address)]).toEqual([[], [mail]]);
  earshot.clock.advance(60);
  await me.give({ destination: { method: 'local', conduct: 'fails' } });
  await me.press();
  const [held, asked] = await me.mailsTo(me.address);
  expect(asked).toMatch(/type=payee[\s\S]+type=stop/);
  expect(held).toContain('Your payout destination was changed.');
  expect(held).toContain('type=stop');
});

test('a first destination is held for 72 hours, then every payout that waited for it is sent, once', async () => {
  const payoutId = await me.approvedPayout();
  await me.give();
  expect((await me.confirm()).answer?.masked).toBe('Test account •••• 1234');
  expect((await me.listener.get(api.payoutDestinations.readDestination, {})).heldUntil).not.toBeNull();
  await me.hours(71);
  expect(await me.leaving()).toEqual([]);
  await me.hours(1);
  expect(await me.leaving()).toEqual([payoutId]);
  expect(await me.leaving()).toEqual([payoutId]);
});

test.each([
  ['a listener with a destination', true],
  ['a listener without one', false],
])(
  'the former address of %s can stop a thief’s payout destination after the email was changed',
  async (_, hasOne) => {
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
    const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [
      payoutId,
    ]);
    expect(row.payee_id).toBe(theirs);
  },
);

test('an altered stop link stops nothing', async () => {
  await me.give();
  const token = await me.mailedToken(me.address, 'stop');
  const forged = await earshot.nobody.call(api.payoutDestinations.stopPayouts, {
    body: { token: `${token}x` },
  });
  expect(forged.code).toBe('link_invalid');
});

test('a suspended listener’s payout waits, and is sent and paid after 30 days at most', async () => {
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

test('a withdrawn destination stays withdrawn, even against a direct database write', async () => {
  await me.give();
  await me.confirm();
  expect((await me.stop(me.address)).status).toBe(200);
  const undo = 'update payees set withdrawn_at = null where user_id = $1';
  await expect(sql(owner(), undo, [me.listener.userId])).rejects.toThrow('withdrawn once');
});

test('a destination shared by two accounts is accepted and shown in the list of payouts', async () => {
  await aPayee(earshot, me.listener.userId, { method: 'local', conduct: 'pays_later' });
  const other = await earshot.signIn({ userType: 'listener' });
  await aPayee(earshot, other.userId, { method: 'local', conduct: 'pays_later' });
  const id = await me.request();
  const { items } = await me.admin.get(api.admin.listPendingPayouts, { query: {} });
  expect(items.find((item) => item.id === id)).toMatchObject({ sharedDestination: 1, isReady: true });
});

test('the ‘This was not me’ link emails and records once, however often it is used', async () => {
  await me.give();
  for (let press = 0; press < 3; press += 1) expect((await me.stop(me.address)).status).toBe(200);
  const mails = (await me.mailsTo(me.address)).filter((text) =>
    text.includes('No money leaves your account until'),
  );
  expect(mails).toHaveLength(1);
  const recorded = "select from auth_audit where user_id = $1 and event = 'payouts_stopped'";
  expect(await sql(owner(), recorded, [me.listener.userId])).toHaveLength(1);
});

test('a destination confirmed while a payout is requested is fixed for that payout', async () => {
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
