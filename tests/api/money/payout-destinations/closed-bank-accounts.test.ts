import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { encryptSecret } from '#server/identity/stored-secrets.ts';
import { openDestination } from '#server/money/payout-destinations/destination-secret.ts';
import { PayoutOwner } from '#tests/support/people/payout-owner.ts';
import { aPayee, bankDestination, lineProvider, toldProvider } from '#tests/support/people/payouts.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const provider = toldProvider();
let earshot: Earshot;
let me: PayoutOwner;
let migration: string;
beforeAll(async () => {
  earshot = await startEarshot({}, { transferProviders: [provider, lineProvider] });
  migration = await readFile(
    join(import.meta.dirname, '../../../../migrations/1080-sepa-bank-accounts.sql'),
    'utf8',
  );
});
beforeEach(async () => {
  me = await PayoutOwner.join(earshot, provider);
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
/** As on an installation that has not been upgraded yet, where the constraint still exists. */
const upgrade = () =>
  asAdministrator(earshot.testDatabase.address, (client) =>
    client.query(
      `alter table payees add constraint payees__withdrawn check (true); set role earshot_owner; ${migration}`,
    ),
  );
const state = () => me.listener.get(api.payoutDestinations.readDestination, {});
const request = async () => (await me.listener.get(api.wallet.listPayoutRequests, { query: {} })).items[0];
const asked = async () =>
  (await me.mailsTo(me.address)).filter((text) => text.includes('no destination that we can pay')).length;

/** A confirmed US account, stored as a former version did. */
async function aUsAccount(): Promise<string> {
  const id = await aPayee(earshot, me.listener.userId, bankDestination);
  const account = { method: 'bank', routingNumber: '021000021', accountNumber: '12345678', kind: 'checking' };
  const details = Buffer.from(JSON.stringify({ destination: account, legalName: 'Lee Example' }));
  const sealed = encryptSecret(details, id, earshot.deps.keys.payeeEncryption);
  await sql(owner(), "update payees set masked = '•••• 5678', details_encrypted = $2 where id = $1", [
    id,
    sealed,
  ]);
  expect(openDestination(earshot.deps.keys, id, sealed)).toBeUndefined();
  return id;
}

test('the owner of a US account is told that it is no longer paid, and emailed once if a payout waits', async () => {
  await aUsAccount();
  const payoutId = await me.request();
  await upgrade();
  await upgrade();
  expect(await state()).toMatchObject({ current: { masked: '•••• 5678' }, isMethodGone: true });
  expect(await request()).toMatchObject({ id: payoutId, status: 'pending', destination: null });
  expect(await asked()).toBe(1);
});

test('a payout to a US account waits, and goes to the destination that is confirmed next', async () => {
  await aUsAccount();
  const payoutId = await me.request();
  await upgrade();
  await me.complete(payoutId);
  const waiting = async () =>
    (await me.admin.get(api.books.listOpenTransfers, { query: {} })).items.find(
      (item) => item.payoutId === payoutId,
    );
  expect(await waiting()).toMatchObject({ waitsFor: 'destination' });
  await me.give({ destination: bankDestination });
  expect((await me.confirm()).status).toBe(200);
  expect(await state()).toMatchObject({ current: { masked: 'DE •••• 3000' }, isMethodGone: false });
  expect(await waiting()).toMatchObject({ waitsFor: 'hold', destination: 'DE •••• 3000' });
  await me.hours(72);
  expect(await waiting()).toMatchObject({ waitsFor: 'file' });
});

test('a payout that is requested after its US account was closed waits for a destination', async () => {
  await aUsAccount();
  await upgrade();
  const payoutId = await me.request();
  expect(await request()).toMatchObject({ id: payoutId, destination: null });
  const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [payoutId]);
  expect(row.payee_id).toBeNull();
  expect(await asked()).toBe(0);
});

test('a payout to a replaced US account goes to the account that replaced it, and nobody is emailed', async () => {
  const id = await aUsAccount();
  const payoutId = await me.request();
  await sql(owner(), 'update payees set replaced_at = now() where id = $1', [id]);
  const next = await aPayee(earshot, me.listener.userId, bankDestination);
  await upgrade();
  expect(await asked()).toBe(0);
  const row = await sqlRow(owner(), 'select payee_id from payout_transfers where payout_id = $1', [payoutId]);
  expect(row.payee_id).toBe(next);
  expect(await state()).toMatchObject({ current: { id: next }, isMethodGone: false });
});
