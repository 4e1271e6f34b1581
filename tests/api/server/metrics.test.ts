import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { product } from '#contract/product.ts';
import { enqueue } from '#server/adapters/jobs/job-queue.ts';
import { recordBackup } from '#server/adapters/storage/backups.ts';
import { auditBooks } from '#server/money/books/audit-books.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
const token = 'a token of sixteen or more';
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const read = async (of = earshot, headers: Record<string, string> = {}) => {
  const response = await of.nobody.fetch('/metrics', { headers });
  return { status: response.status, text: await response.text() };
};

test('the machine itself reads counts by call and status, without ids or client text', async () => {
  const listener = await earshot.signIn({ userType: 'listener', displayName: 'Nobody Else' });
  await listener.get(api.wallet.readWallet, {});
  await listener.fetch(`/api/tracks/${listener.userId}`);
  await listener.fetch('/no/such-page-4711');
  const { status, text } = await read();
  expect(status).toBe(200);
  expect(text).toContain('earshot_requests_total{call="wallet.readWallet",status="200"} 1');
  expect(text).toContain('earshot_requests_total{call="tracks.readOwnTrack",status="404"} 1');
  expect(text).toMatch(/earshot_request_seconds_count\{call="wallet.readWallet"\} 1/);
  expect(text).toContain(`earshot_build_info{version="${product.version}"} 1`);
  expect(text).not.toMatch(new RegExp(`${listener.userId}|Nobody|4711|@`));
});

test('the metrics count jobs and the findings of the last ledger audit', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, listener.userId, 1);
  await auditBooks(earshot.deps);
  expect((await read()).text).toContain('earshot_ledger_findings 0');

  await claimEarnings(listener.userId, 99);
  await auditBooks(earshot.deps);
  await earshot.deps.database.transaction((tx) => enqueue(tx, { name: 'send-mail', payload: {} }));
  const { text } = await read();
  expect(text).toContain('earshot_ledger_findings 1');
  expect(text).toContain('earshot_jobs{task="send-mail",state="due"} 1');
  await claimEarnings(listener.userId, 15);
});

test('the metrics count waiting emails with the age of the oldest, and those refused within an hour', async () => {
  const world = await startEarshot();
  try {
    expect((await read(world)).text).toContain('earshot_emails_waiting 0');
    await sql(
      world.testDatabase.ownerDatabase,
      `insert into outbox (recipient_address, recipient_name, subject, body_text, body_html, created_at, sent_at, refused_at)
       values ('a@example.org', '', 'waiting', '', '', now() - interval '2 hours', null, null),
         ('b@example.org', '', 'sent', '', '', now() - interval '3 hours', now(), null),
         ('c@example.org', '', 'refused', '', '', now() - interval '3 hours', null, now()),
         ('d@example.org', '', 'refused before', '', '', now() - interval '3 hours', null, now() - interval '2 hours')`,
    );
    const { text } = await read(world);
    expect(text).toContain('earshot_emails_waiting 1');
    expect(text).toContain('earshot_emails_refused_last_hour 1');
    expect(text).toMatch(/^earshot_emails_waiting_seconds 72\d\d/m);
  } finally {
    await world.close();
  }
});

test('the metrics show stored files, the disk, waiting payouts, and the last billing notice and backup', async () => {
  const world = await startEarshot();
  try {
    const owner = world.testDatabase.ownerDatabase;
    const before = (await read(world)).text;
    expect(before).not.toMatch(/^earshot_backup_age_seconds |^earshot_billing_notice_age_seconds /m);
    expect(before).toContain('earshot_payouts{state="pending"} 0');
    expect(before).toContain('earshot_stored_audio_bytes 0');
    expect(Number(/^earshot_disk_free_bytes (\d+)/m.exec(before)?.[1])).toBeGreaterThan(0);
    expect(Number(/^earshot_database_bytes (\d+)/m.exec(before)?.[1])).toBeGreaterThan(1_000_000);

    const madeAt = new Date(Date.now() - 7_200_000);
    await recordBackup(owner, {
      madeAt,
      finishedAt: madeAt,
      place: '/backups/1',
      bytes: 900,
      copiedBytes: 100,
    });
    await sql(
      owner,
      "insert into billing_notices (id, received_at) values ('evt_1', now() - interval '1 hour')",
    );
    const listener = await world.signIn({ userType: 'listener' });
    await earnedBy(world, listener.userId, 40);
    await listener.get(api.wallet.requestPayout, {
      body: {},
      idempotencyKey: randomUUID(),
    });
    const { text } = await read(world);
    expect(text).toMatch(/^earshot_backup_age_seconds 72\d\d/m);
    expect(text).toContain('earshot_backup_bytes 900');
    expect(text).toMatch(/^earshot_billing_notice_age_seconds 36\d\d/m);
    expect(text).toContain('earshot_payouts{state="pending"} 1');
  } finally {
    await world.close();
  }
});

test('a scrape runs each statement once', async () => {
  const query = vi.spyOn(earshot.deps.database, 'query');
  try {
    expect((await read()).status).toBe(200);
    const ran = query.mock.calls.map(([{ text }]) => text.trim());
    expect(ran.length).toBeGreaterThan(8);
    expect(ran.filter((text, at) => ran.indexOf(text) !== at)).toEqual([]);
  } finally {
    query.mockRestore();
  }
});

test('requests through a proxy on this machine do not count as the machine itself', async () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'via'])
    expect((await read(earshot, { [name]: '192.0.2.1' })).status).toBe(404);
});

test('with a token set, only its bearer reads the metrics', async () => {
  const guarded = await startEarshot({ METRICS_TOKEN: token });
  try {
    expect((await read(guarded)).status).toBe(404);
    expect((await read(guarded, { authorization: 'Bearer another one' })).status).toBe(404);
    expect((await read(guarded, { authorization: `Bearer ${token}` })).status).toBe(200);
  } finally {
    await guarded.close();
  }
});

/** As somebody with all rights over the database could: past every rule of the ledger. */
async function claimEarnings(userId: string, cents: number): Promise<void> {
  const { ownerDatabase } = earshot.testDatabase;
  await sql(ownerDatabase, 'alter table profiles disable trigger user');
  await sql(ownerDatabase, 'update profiles set total_earnings_cents = $2 where user_id = $1', [
    userId,
    cents,
  ]);
  await sql(ownerDatabase, 'alter table profiles enable trigger user');
}
