import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { bankFiles, payPalFiles } from '#server/adapters/payments/payout-files.ts';
import { renewDestinationMarks } from '#server/money/payout-destinations/renew-destination-secrets.ts';
import { ordersOf } from '#server/money/payout-transfers/transfer-orders.ts';
import { goodPassword } from '#tests/support/people/accounts.ts';
import { PayoutOwner } from '#tests/support/people/payout-owner.ts';
import { toldProvider } from '#tests/support/people/payouts.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let me: PayoutOwner;
beforeAll(async () => {
  const transferProviders = [
    payPalFiles(),
    bankFiles({ name: 'Earshot', iban: 'DE89370400440532013000', town: 'Köln', country: 'DE' }),
  ];
  earshot = await startEarshot({}, { transferProviders });
});
beforeEach(async () => {
  me = await PayoutOwner.join(earshot, toldProvider());
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const payPal = (email: string) => ({
  destination: { method: 'paypal', email },
  legalName: 'Lee Unmistakable',
});
const bank = (iban: string) => ({ destination: { method: 'bank', iban }, legalName: 'Lee Unmistakable' });
const confirm = (token: string) =>
  earshot.nobody.call(api.payoutDestinations.confirmDestination, { body: { token, password: goodPassword } });
const state = () => me.listener.get(api.payoutDestinations.readDestination, {});

test('an IBAN with a typo or outside SEPA is rejected at its field, and a US account is no destination', async () => {
  const typo = await me.give(bank('DE89370400440532013001'));
  expect(typo).toMatchObject({ status: 422, code: 'bad_destination', details: { field: 'iban' } });
  const outside = await me.give(bank('TR330006100519786457841326'));
  expect(outside).toMatchObject({ code: 'bad_destination', details: { field: 'iban' } });
  const iban = bank('DE89370400440532013000');
  expect((await me.give({ ...iban, country: 'US' })).code).toBe('method_unavailable');
  const us = { method: 'bank', routingNumber: '021000021', accountNumber: '12345678', kind: 'checking' };
  expect((await me.give({ country: 'US', destination: us })).code).toBe('malformed');
  const offersIn = async (country: string) =>
    (await me.listener.get(api.payoutDestinations.listDestinationOffers, { query: { country } })).offers.map(
      ({ method }) => method,
    );
  expect(await offersIn('DE')).toEqual(['paypal', 'bank']);
  expect(await offersIn('US')).toEqual(['paypal']);
  expect(await state()).toMatchObject({ current: null, unconfirmed: null });
});

test('the link for a PayPal address goes only there, and the account’s own address is notified', async () => {
  const theirs = `${me.address}.pay`;
  expect((await me.give(payPal(theirs))).status).toBe(201);
  expect((await me.mailsTo(theirs)).filter((text) => text.includes('type=payee'))).toHaveLength(1);
  const own = await me.mailsTo(me.address);
  expect(own.filter((text) => text.includes('type=payee'))).toEqual([]);
  expect(own.filter((text) => text.includes('type=stop'))).toHaveLength(1);
});

test('a link sent for one destination confirms no other', async () => {
  const theirs = `${me.address}.first`;
  await me.give(payPal(theirs));
  const first = await me.mailedToken(theirs, 'payee');
  await me.give(payPal(`${me.address}.second`));
  expect((await confirm(first)).code).toBe('link_invalid');
  expect(await state()).toMatchObject({ current: null });
});

test('no one can read a destination back: responses are masked, and the database stores no number or name in plain text', async () => {
  const given = await me.give(bank('DE89 3704 0044 0532 0130 00'));
  expect(JSON.stringify(given)).toContain('DE •••• 3000');
  const kept = await sqlRow(
    owner(),
    "select payee::text, encode(details_encrypted, 'escape') as details from payees payee where user_id = $1",
    [me.listener.userId],
  );
  for (const shown of [JSON.stringify(given), ...Object.values(kept).map(String)])
    expect(shown).not.toMatch(/37040044|Unmistakable/);
});

test('payout details copied to another database row pay no one', async () => {
  await me.give(bank('DE89370400440532013000'));
  await me.confirm();
  const payoutId = await me.request();
  const thief = await PayoutOwner.join(earshot, toldProvider());
  await thief.give(bank('DE02120300000000202051'));
  expect(await ordersOf(earshot.deps, [payoutId])).toEqual([]);
  await me.complete(payoutId);
  expect(await ordersOf(earshot.deps, [payoutId])).toMatchObject([
    { legalName: 'Lee Unmistakable', destination: { iban: 'DE89370400440532013000' } },
  ]);
  await sql(
    owner(),
    `update payees set details_encrypted = (select details_encrypted from payees where user_id = $2)
      where user_id = $1`,
    [me.listener.userId, thief.listener.userId],
  );
  expect(await ordersOf(earshot.deps, [payoutId])).toEqual([]);
});

describe('two people with one account', () => {
  const sharing = async () => {
    const { items } = await me.admin.get(api.admin.listPendingPayouts, { query: {} });
    return items.filter(({ listenerId }) => listenerId === me.listener.userId);
  };
  const both = async (own: object, theirs: object) => {
    const another = await PayoutOwner.join(earshot, toldProvider());
    for (const [person, destination] of [
      [another, theirs],
      [me, own],
    ] as const) {
      expect((await person.give({ destination })).status).toBe(201);
      const at = 'email' in destination ? String(destination.email) : person.address;
      expect((await confirm(await person.mailedToken(at, 'payee'))).status).toBe(200);
    }
    await me.request();
  };
  const iban = { method: 'bank', iban: 'NL91ABNA0417164300' };

  test.each([
    [
      'a PayPal address',
      { method: 'paypal', email: 'payee.cap@example.org' },
      { method: 'paypal', email: 'Payee.Cap@example.org' },
    ],
    ['an IBAN', iban, { ...iban, iban: 'nl91 abna 0417 1643 00' }],
  ])('are shown to the admin, however they spell %s', async (_, own, theirs) => {
    await both(own, theirs);
    expect(await sharing()).toMatchObject([{ sharedDestination: 1, relatedAccounts: 1 }]);
  });

  test('are found again after an upgrade or a change of the server secret, within ten minutes', async () => {
    const account = { method: 'bank', iban: 'GB29NWBK60161331926819' };
    await both(account, account);
    await sql(
      owner(),
      "update payees set destination_mark = decode(md5(id::text), 'hex') where user_id = $1",
      [me.listener.userId],
    );
    expect(await sharing()).toMatchObject([{ sharedDestination: 0 }]);
    expect(await renewDestinationMarks(earshot.deps)).toBe(1);
    expect(await sharing()).toMatchObject([{ sharedDestination: 1 }]);
    expect(await renewDestinationMarks(earshot.deps)).toBe(0);
  });
});
