import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import { auditBooks } from '#server/money/books/audit-books.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { readsPayout } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
let listener: ApiUser;
beforeEach(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  admin = await earshot.signIn({ admin: true });
  listener = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, listener.userId, 34);
});
afterEach(() => earshot.close());

const seals = () => join(earshot.deps.config.dataDirectory, 'seals');
const audited = () => auditBooks(earshot.deps);
const reason = 'Looked into it together with the bank.';
const rules = ({ findings }: Awaited<ReturnType<typeof audited>>) => findings.map(({ rule }) => rule);

/** As somebody with all rights over the database and no triggers in the way; `undo` takes it back. */
async function forge(...statements: string[]): Promise<void> {
  await earshot.testDatabase.ownerDatabase.transaction(async (tx: Transaction) => {
    await sql(tx, 'set local role none');
    await sql(tx, "set local session_replication_role = 'replica'");
    for (const statement of statements) await sql(tx, statement);
  });
}

/** One cent more for the first reward, in every place that states it: both legs, the header, the balance, the review. */
const richer = (cents: number) => [
  `update ledger.postings set amount_cents = amount_cents + sign(amount_cents) * ${cents} where transaction_id = 1`,
  `update ledger.transactions set gross_cents = gross_cents + ${cents} where id = 1`,
  `update ledger.accounts set balance_cents = balance_cents + ${cents} where kind = 'available'`,
  `update reviews set earned_cents = earned_cents + ${cents}
     where id = (select source_id from ledger.transactions where id = 1)`,
  `update profiles set total_earnings_cents = total_earnings_cents + ${cents} where total_earnings_cents > 0`,
];

test('a clean ledger is sealed, each seal naming the previous one; without new entries there is no seal', async () => {
  const first = await audited();
  expect(first).toMatchObject({ findings: [], seal: { number: 1, entries: 34, previous: null } });
  expect((await audited()).seal).toEqual(first.seal);
  await earnedBy(earshot, listener.userId, 1);
  const second = await audited();
  expect(second).toMatchObject({ findings: [], seal: { number: 2, entries: 35 } });
  expect(second.seal?.previous).toMatch(/^[0-9a-f]{64}$/);
  expect((await readdir(seals())).sort()).toEqual(['000001.json', '000002.json']);
});

test('two audits at once make one seal', async () => {
  const both = await Promise.all([audited(), audited()]);
  expect(both.flatMap(rules)).toEqual([]);
  expect(await readdir(seals())).toEqual(['000001.json']);
  expect(rules(await audited())).toEqual([]);
});

test('a forgery of both legs, header, balance and review is found only by the seal', async () => {
  await audited();
  await forge(...richer(1));
  expect(await audited()).toMatchObject({
    findings: [{ rule: 'A12', subject: 'seal 1' }],
    seal: undefined,
  });
  await forge(...richer(-1));
  expect(rules(await audited())).toEqual([]);
});

test('an altered, replaced or missing seal is found', async () => {
  await audited();
  const path = join(seals(), '000001.json');
  const kept = await readFile(path, 'utf8');
  const write = async (text: string) => {
    await chmod(path, 0o644);
    await writeFile(path, text);
  };
  for (const forged of [kept.replace('"entries": 34', '"entries": 33'), 'no seal', '{}']) {
    await write(forged);
    expect(rules(await audited())).toEqual(['A12']);
  }
  await rm(path);
  expect(rules(await audited())).toEqual(['A12']);
  await writeFile(path, kept);
  expect(rules(await audited())).toEqual([]);
});

/** The last entry with all that states it, as if the books had been restored from before it. */
const lost = [
  'delete from ledger.postings where transaction_id = 35',
  "update reviews set status = 'pending', earned_cents = 0, decided_at = null where id = (select source_id from ledger.transactions where id = 35)",
  'delete from ledger.transactions where id = 35',
  `update ledger.accounts set balance_cents = balance_cents - 15, posting_count = posting_count - 1
    where kind = 'available'`,
  'update profiles set total_earnings_cents = total_earnings_cents - 15 where total_earnings_cents > 0',
  'delete from ledger.audit_runs where seal_number = 2',
];

test('a ledger restored from a backup is compared with the seals restored with it', async () => {
  await audited();
  await earnedBy(earshot, listener.userId, 1);
  await audited();
  await forge(...lost);
  expect((await audited()).findings).toEqual([
    { rule: 'A12', subject: 'seal 2', detail: expect.stringContaining('of the 35 entries') },
  ]);
  await rm(join(seals(), '000002.json'));
  expect(await audited()).toMatchObject({ findings: [], seal: { number: 1, entries: 34 } });
});

test('the operator can restart sealing with a reason, and audits continue from there', async () => {
  await audited();
  await forge(...richer(1));
  expect(rules(await audited())).toEqual(['A12']);
  const anew = await auditBooks(earshot.deps, 'Restored from the backup of yesterday.');
  expect(anew).toMatchObject({ findings: [], seal: { number: 2, restartedBecause: expect.any(String) } });
  expect(rules(await audited())).toEqual([]);
  await forge(...richer(-1));
  expect(rules(await audited())).toEqual(['A12']);
});

test('a finding halts payouts and is emailed to the admins once, until an admin lifts the halt', async () => {
  const asked = await listener.get(api.wallet.requestPayout, {
    body: {},
    idempotencyKey: crypto.randomUUID(),
  });
  await readsPayout(admin, asked.id);
  const complete = () =>
    admin.call(api.admin.decidePayout, {
      params: { payoutId: asked.id },
      body: { status: 'completed' },
      idempotencyKey: crypto.randomUUID(),
    });
  const lift = () => admin.call(api.books.liftHalt, { body: { reason } });
  expect((await lift()).code).toBe('not_found');
  await forge("update ledger.accounts set balance_cents = balance_cents + 1 where kind = 'available'");
  const { halt, audit } = await admin.get(api.books.runAudit, { body: {} });
  expect(audit?.findings.map(({ rule }) => rule)).toEqual(['A3', 'A9']);
  expect(halt?.reason).toBe('The audit found A3, A9.');
  await audited();
  await earshot.runJobs();
  const mails = await earshot.mailbox.list(100);
  expect(mails.map(({ subject }) => subject).filter((subject) => subject.includes('audit'))).toEqual([
    'The audit of Earshot found a problem: payouts are halted',
  ]);
  expect((await complete()).code).toBe('payouts_halted');
  expect((await lift()).code).toBe('books_unclean');

  await forge("update ledger.accounts set balance_cents = balance_cents - 1 where kind = 'available'");
  expect((await lift()).answer).toMatchObject({ halt: null, audit: { findings: [], seal: { number: 1 } } });
  expect((await complete()).code).toBeUndefined();
  const row = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    'select lifted_by, lift_reason from ledger.halts',
  );
  expect(row).toEqual({ lifted_by: admin.userId, lift_reason: reason });
  const { items } = await admin.get(api.admin.listActivity, { query: {} });
  expect(items.filter(({ event }) => event.startsWith('payouts_') || event === 'halt_lifted')).toMatchObject([
    { event: 'halt_lifted', actor: { id: admin.userId }, details: { reason } },
    { event: 'payouts_halted', user: null, actor: null, details: { rules: 'A3 A9' } },
  ]);
});

test('the hourly job runs the audit', async () => {
  await sql(earshot.testDatabase.ownerDatabase, "select graphile_worker.add_job('audit-books')");
  await earshot.runJobs();
  const { audit } = await admin.get(api.books.readBooks, {});
  expect(audit).toMatchObject({ findings: [], seal: { number: 1, entries: 34 } });
});
