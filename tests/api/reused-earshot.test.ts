import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { isTestersServer } from '#tests/support/world/database-cluster.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

/** No other test has these settings. */
const own = { FREE_CREDITS_PER_MONTH: '97' };
const startsAt = '2031-01-01T12:00:00.000Z';
const signUp = { email: 'late@example.org', password: 'a velvet curtain at noon' };

/** A hash of what is in each table, and where each sequence stands. */
const contents = (earshot: Earshot) =>
  asAdministrator(earshot.testDatabase.address, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
         where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'ledger', 'graphile_worker') order by 1`,
    );
    const hashes = tables.map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(row::text, ',' order by row::text)) as hash from ${name} row`,
    );
    const { rows } = await client.query(hashes.join(' union all '));
    const { rows: sequences } = await client.query(
      'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
    );
    return { rows, sequences };
  });
const change = (earshot: Earshot, ...statements: string[]) =>
  asAdministrator(earshot.testDatabase.address, (client) => client.query(statements.join(';')));
const forge = (earshot: Earshot) =>
  change(
    earshot,
    "begin; set local session_replication_role = 'replica'",
    `insert into ledger.accounts (kind, listener_id, balance_cents, posting_count)
       select 'available', user_id, 1, 0 from profiles`,
    'commit',
  );

async function use(earshot: Earshot): Promise<void> {
  const artist = await earshot.signIn({ userType: 'artist' });
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ seconds: 61 }), uploadId)).status).toBe(200);
  await artist.get(api.tracks.createTrack, { body: { uploadId, title: 'Night Bus', genre: 'jazz' } });
  await aReview(earshot.testDatabase.ownerDatabase);
  await earshot.nobody.get(api.accounts.signUp, { body: signUp });
  await earshot.runJobs();
  earshot.clock.advance(3600);
}

/** Whether the next test gets the application that was closed. */
async function isReused(closed: Earshot): Promise<boolean> {
  const next = await startEarshot(own);
  await next.close();
  return next.url === closed.url;
}

const connectTo = ({ url }: Earshot) => connect(Number(new URL(url).port), '127.0.0.1');

/** Waits until a server no longer takes connections. */
const ended = (earshot: Earshot) =>
  expect
    .poll(async () => {
      const socket = connectTo(earshot);
      const outcome = await once(socket, 'connect').then(
        () => 'listens',
        () => 'ended',
      );
      socket.destroy();
      return outcome;
    })
    .toBe('ended');

/** Begins a request, without its body. */
async function beginRequest(earshot: Earshot): Promise<Socket> {
  const socket = connectTo(earshot).on('error', () => undefined);
  const head = [
    'POST /api/auth/sign-in HTTP/1.1',
    'host: localhost',
    'content-length: 9',
    'expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The server has begun with it.
  await once(socket, 'data');
  return socket;
}

// On a server of the tester's, each test has an application of its own.
describe.skipIf(isTestersServer)('an application that a test has closed', () => {
  test('is as new when the next test gets it', async () => {
    const fresh = await startEarshot(own, { mustBeNew: true });
    const before = await contents(fresh);
    await fresh.close();

    const first = await startEarshot(own, { startsAt });
    expect(await contents(first)).toEqual(before);
    await use(first);
    await change(first, "update schema_migrations set name = 'another'");
    expect(await first.storedFiles()).not.toEqual([]);
    expect(await first.mailbox.list(10)).not.toEqual([]);
    expect(await contents(first)).not.toEqual(before);
    await first.close();

    const second = await startEarshot(own, { startsAt });
    expect(second.url).toBe(first.url);
    expect(await contents(second)).toEqual(before);
    expect(await second.storedFiles().catch(() => [])).toEqual([]);
    expect(await second.mailbox.list(10)).toEqual([]);
    expect(second.clock.now()).toEqual(new Date(startsAt));
    await use(second);
    await second.close();
  });

  test('has lost what sessions had set', async () => {
    const role = ({ testDatabase }: Earshot) =>
      sqlRow(testDatabase.ownerDatabase, 'select current_user::text as role');
    const first = await startEarshot(own);
    expect(await role(first)).toEqual({ role: 'earshot_owner' });
    await first.testDatabase.ownerDatabase.transaction((tx) =>
      tx.query({ name: 'leaves its role', text: 'set role none', values: [] }),
    );
    await first.close();
    const second = await startEarshot(own);
    expect(second.url).toBe(first.url);
    expect(await role(second)).toEqual({ role: 'earshot_owner' });
    await second.close();
  });

  test('cannot be closed again, when another test may use it', async () => {
    const first = await startEarshot(own);
    await first.close();
    await expect(first.close()).rejects.toThrow('closed already');
  });

  test.each([
    ['whose schema a test has changed', 'create index on users (created_at)'],
    ['with a table that lacks a trigger', 'alter table reviews disable trigger all'],
    [
      'whose news connection is lost',
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'earshot news'`,
    ],
  ])('%s is not used again', async (_, statement) => {
    const first = await startEarshot(own);
    await change(first, statement);
    await first.close();
    expect(await isReused(first)).toBe(false);
  });

  test('is not used again if a client has left before its response', async () => {
    const first = await startEarshot(own);
    const cut = first.nobody
      .fetch('/api/auth/signup', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(signUp),
        signal: AbortSignal.timeout(5),
      })
      .catch(() => undefined);
    await cut;
    await first.close();
    const second = await startEarshot(own);
    expect(
      await sqlRow(second.testDatabase.ownerDatabase, 'select count(*)::int as users from users'),
    ).toEqual({
      users: 0,
    });
    await second.close();
  });

  test('is not used again while a client still sends a request', async () => {
    const first = await startEarshot(own);
    const socket = await beginRequest(first);
    const closing = first.close();
    await ended(first);
    socket.destroy();
    await closing;
    expect(await isReused(first)).toBe(false);
  });

  test('is not used again while a session of its database is busy', async () => {
    const first = await startEarshot(own);
    const { pool } = first.testDatabase;
    const busy = await pool.connect();
    await busy.query('begin');
    const closing = first.close();
    await ended(first);
    await busy.query('rollback');
    busy.release();
    await closing;
    expect(await isReused(first)).toBe(false);
  });
});

describe('the audit at the end of a test', () => {
  test('fails it if the books are not clean', async () => {
    const first = await startEarshot(own);
    await first.signIn({ userType: 'listener' });
    await forge(first);
    await expect(first.close()).rejects.toThrow(/^The audit of the ledger found: A\d/);
  });

  test('fails it for what the last request did', async () => {
    const first = await startEarshot(own);
    const socket = await beginRequest(first);
    await first.signIn({ userType: 'listener' });
    const closing = expect(first.close()).rejects.toThrow('The audit of the ledger found');
    await ended(first);
    await forge(first);
    socket.destroy();
    await closing;
  });
});
