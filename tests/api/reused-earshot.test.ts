import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { asAdministrator } from '#tests/support/administrator.ts';
import { anMp3 } from '#tests/support/audio-files.ts';
import { isTestersServer } from '#tests/support/database-cluster.ts';
import { type Earshot, startEarshot } from '#tests/support/earshot.ts';
import { aReview } from '#tests/support/rows.ts';

/** No other test has these settings. */
const own = { FREE_CREDITS_PER_MONTH: '97' };

/** The number of rows of each table, and where each sequence stands. */
const contents = (earshot: Earshot) =>
  asAdministrator(earshot.testDatabase.address, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
         where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'ledger', 'graphile_worker') order by 1`,
    );
    const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
    const { rows } = await client.query(counts.join(' union all '));
    const { rows: sequences } = await client.query(
      'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
    );
    return { rows, sequences };
  });

async function use(earshot: Earshot): Promise<void> {
  const artist = await earshot.signIn({ userType: 'artist' });
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ seconds: 61 }), uploadId)).status).toBe(200);
  await artist.get(api.tracks.createTrack, { body: { uploadId, title: 'Night Bus', genre: 'jazz' } });
  await aReview(earshot.testDatabase.ownerDatabase);
  await earshot.runJobs();
  await earshot.nobody.get(api.accounts.signUp, {
    body: { email: 'late@example.org', password: 'a velvet curtain at noon' },
  });
  await earshot.runJobs();
  earshot.clock.advance(3600);
}

/** On a server of the tester's, each test has an application of its own. */
const testReuse = test.skipIf(isTestersServer);

testReuse('an application that a test has closed is empty when the next test takes it', async () => {
  const startsAt = '2031-01-01T12:00:00.000Z';
  const first = await startEarshot(own, { startsAt });
  const before = await contents(first);
  await use(first);
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

testReuse.each([
  ['whose schema a test has changed', 'create index on users (created_at)'],
  ['with a table that lacks a trigger', 'alter table reviews disable trigger all'],
])('an application %s is not used again', async (_, change) => {
  const first = await startEarshot(own);
  await asAdministrator(first.testDatabase.address, (client) => client.query(change));
  await first.close();
  const second = await startEarshot(own);
  expect(second.url).not.toBe(first.url);
  await second.close();
});

testReuse.each([
  [
    'database',
    async ({ testDatabase }: Earshot) => {
      const busy = await testDatabase.pool.connect();
      return () => busy.release();
    },
  ],
  [
    'client',
    async ({ url }: Earshot) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.on('error', () => undefined);
      const head = [
        'POST /api/accounts/sign-in HTTP/1.1',
        'host: localhost',
        'content-length: 9',
        'expect: 100-continue',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      // The server has begun with the request.
      await once(socket, 'data');
      return () => socket.destroy();
    },
  ],
] as const)('an application with a busy connection of the %s is not used again', async (_, beBusy) => {
  const first = await startEarshot(own);
  const release = await beBusy(first);
  const closing = first.close();
  setTimeout(release, 500);
  await closing;
  const second = await startEarshot(own);
  expect(second.url).not.toBe(first.url);
  await second.close();
});
