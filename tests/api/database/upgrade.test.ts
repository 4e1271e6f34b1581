import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { api } from '#contract/index.ts';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { type DatabaseAddress, withDatabase } from '#server/adapters/database/database-address.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import { settleMoney } from '#server/plans/balance/lots.ts';
import { tellOpened } from '#server/plans/balance/lots-store.ts';
import { readBalance } from '#server/plans/balance/read-balance.ts';
import { readConfig } from '#server/settings/config.ts';
import { startServer } from '#server/start/start-server.ts';
import { signInAt } from '#tests/support/people/joining.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { timesAsPatient, urlOf } from '#tests/support/world/database.ts';
import { cloneDatabase } from '#tests/support/world/database-cluster.ts';
import { describeSchema } from '#tests/support/world/describe-schema.ts';
import { earlierInstallation, installationSecret } from '#tests/support/world/earlier-installation.ts';
import { samplePassword } from '../../../scripts/seed/sample-people.ts';
import { plantFormerPlaces, refund } from './former-artists.ts';

const migrations = join(import.meta.dirname, '../../../migrations');
// The installation is of the last release: what came since is applied here, and right after a release that is nothing.
const name = `upgraded_${randomBytes(6).toString('hex')}`;
const listener = 'dario@sample.invalid';
let folder: string;
let address: DatabaseAddress;
let before: Facts;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-upgrade-'));
  address = withDatabase(inject('databaseAddress'), name);
  const dump = brotliDecompressSync(await readFile(earlierInstallation)).toString();
  await asAdministrator(inject('databaseAddress'), (client) => client.query(`create database ${name}`));
  await asAdministrator(address, (client) => client.query(dump));
  await ask(address, (client) =>
    client.query('select graphile_worker.add_job(name) from unnest($1::text[]) name', [jobsThatAreGone]),
  );
  before = await factsOf(address);
});
afterAll(async () => {
  await asAdministrator(inject('databaseAddress'), (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  );
  await rm(folder, { recursive: true, force: true });
});

/** What an upgrade leaves as it is. */
interface Facts {
  /** Rows of each table. */
  readonly counts: Readonly<Record<string, number>>;
  /** What each account of the ledger has, and the sum of all that was posted to it. */
  readonly balances: readonly unknown[];
}

/** Tables of figures that are made from others, which a release may count, cut or keep in another way. */
const derived = ['public.platform_counts', 'public.queue_cursors', 'public.track_retention'];
/** Jobs that a release no longer has. */
const jobsThatAreGone = [
  'begin-waiting-tracks',
  'index-review-texts',
  'keep-promises',
  'print-old-recordings',
];
/** Tables that have another name since. */
const renamed = new Map([['public.assignments', 'public.leases']]);

const ask = <T>(where: DatabaseAddress, work: (client: Client) => Promise<T>): Promise<T> =>
  asAdministrator(where, async (client) => {
    await client.query('set role earshot_owner');
    return work(client);
  });

const factsOf = (where: DatabaseAddress): Promise<Facts> =>
  ask(where, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'ledger') and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname not in ('schema_migrations', 'schema_functions')`,
    );
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await client.query(`select count(*)::int as count from ${table.name}`);
      counts[table.name] = rows[0].count;
    }
    const { rows: balances } = await client.query(
      `select a.id, a.kind, a.listener_id, a.balance_cents::int as balance, sum(p.amount_cents)::int as posted
         from ledger.accounts a left join ledger.postings p on p.account_id = a.id group by a.id order by a.id`,
    );
    return { counts, balances };
  });

/** All that the product's own code makes of a database. */
const wholeSchemaOf = (where: DatabaseAddress): Promise<readonly string[]> =>
  ask(where, async (client) => [
    await describeSchema(client),
    ...(await client.query<{ line: string }>(unlisted)).rows.map(({ line }) => line),
  ]);
const unlisted = `
  select format('%s %s %s', pg_get_functiondef(p.oid), p.proowner::regrole, p.proacl) as line
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'ledger'::regnamespace, 'graphile_worker'::regnamespace)
  union all
  select format('%s %s %s', c.oid::regclass, c.relowner::regrole, c.relacl)
    from pg_class c
   where c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace, 'graphile_worker'::regnamespace)
     and not c.relispartition
  union all
  select format('%s %s %s', polrelid::regclass, polname, pg_get_expr(polqual, polrelid)) from pg_policy
   order by 1`;

test('a migration numbered below the last one of an earlier installation is rejected', async () => {
  const planted = join(folder, 'migrations');
  await cp(migrations, planted, { recursive: true });
  await writeFile(join(planted, '0009-planted.sql'), 'select 1;\n');
  await expect(migrate({ address, folder: planted })).rejects.toThrow(
    /0009-planted\.sql comes before migration \d+, which is applied/,
  );
});

test('a database older than the baseline is told which version to start first, and stays as it is', async () => {
  const older = `older_${name}`;
  const where = withDatabase(inject('databaseAddress'), older);
  await asAdministrator(inject('databaseAddress'), (client) =>
    client.query(`create database ${older} template ${name}`),
  );
  try {
    await ask(where, (client) => client.query('delete from schema_migrations where number >= 970'));
    const facts = await factsOf(where);
    await expect(migrate({ address: where, folder: migrations })).rejects.toThrow(
      'This database is older than Earshot 0.6.0. Start Earshot 0.6.0 on it once, and then this version.',
    );
    expect(await factsOf(where)).toEqual(facts);
  } finally {
    await asAdministrator(inject('databaseAddress'), (client) => client.query(`drop database ${older}`));
  }
});

test('what artists had of reviews is in their balances and assignments after an upgrade, once', async () => {
  const copy = `places_${name}`;
  const where = withDatabase(inject('databaseAddress'), copy);
  await asAdministrator(inject('databaseAddress'), (client) =>
    client.query(`create database ${copy} template ${name}`),
  );
  const planted = await asAdministrator(where, plantFormerPlaces);
  await migrate({ address: where, folder: migrations });
  const { database, pool } = await connectDatabase({
    address: where,
    role: 'earshot_owner',
    throwAway: true,
    patience: timesAsPatient,
  });
  try {
    const { artists, tracks, leases, reviews, payments, date } = planted;
    const now = new Date(Date.now() + 60_000);
    const left = async (artistId: string) => (await readBalance(database, artistId, now)).left;
    const rowsOf = async (sql: string, ...values: unknown[]) =>
      (await pool.query<Record<string, unknown>>(sql, values)).rows;
    const open = async (trackId: string) =>
      (await rowsOf('select open_places as open from artist_tracks where id = $1', trackId))[0]?.open;
    const given = (trackId: string) =>
      rowsOf(
        `select reviews, dated, open_places(given) as open, weight, promised_at, promise, stopped_for,
           returning_until is not null as is_returning, closed_at is not null as closed
         from assignments given where track_id = $1 order by is_returning, reviews desc`,
        trackId,
      );
    const reject = (id: string) =>
      pool.query(
        `update reviews set status = 'rejected', decided_at = now(), decision_reason = 'copied' where id = $1`,
        [id],
      );

    expect(await rowsOf('select * from audit_reviews()')).toEqual([]);
    // What they had open stays open; what waited, opened later, was left of the period or given back is not assigned.
    expect(await open(tracks.dated)).toBe(2);
    expect(await given(tracks.dated)).toEqual([
      {
        reviews: 8,
        dated: 8,
        open: 2,
        weight: 2,
        promised_at: date,
        promise: 'open',
        stopped_for: null,
        is_returning: false,
        closed: false,
      },
    ]);
    expect(await left(artists.planned)).toBe(2 + 8);
    expect([await open(tracks.waiting), await given(tracks.waiting)]).toEqual([0, []]);
    expect(await given(tracks.missed)).toMatchObject([{ open: 6, promise: 'missed', weight: 2 }]);
    expect(await given(tracks.free)).toMatchObject([{ open: 1, weight: 0, promise: null }]);
    expect(await left(artists.waiting)).toBe(10 + 5 + 2 + 1);
    expect(
      await rowsOf(
        `select uploads from review_lots where source = 'missed' and artist_id = $1`,
        artists.waiting,
      ),
    ).toEqual([{ uploads: 1 }]);

    // A new version keeps the places for returning reviewers, and those that came with it.
    expect(await given(tracks.former)).toMatchObject([{ reviews: 3, open: 0 }]);
    expect(await given(tracks.version)).toMatchObject([
      { reviews: 12, open: 11, is_returning: false },
      { reviews: 4, open: 4, is_returning: false },
      { reviews: 4, open: 4, is_returning: true },
    ]);
    expect(await open(tracks.version)).toBe(15);

    // What was closed, deleted or taken down stays so.
    expect(await given(tracks.closed)).toMatchObject([{ open: 0, closed: true }]);
    expect(await given(tracks.deleted)).toMatchObject([{ open: 0, closed: true, promise: null }]);
    expect(await given(tracks.takenDown)).toMatchObject([{ open: 7, stopped_for: 'takedown' }]);
    expect(await left(artists.ended)).toBe(0);
    expect(await left(artists.disputed)).toBe(0);
    expect(await left(artists.replaced)).toBe(6);
    expect(await left(artists.trial)).toBe(30);

    // Whoever has a track without reviews is told that some can be assigned, once.
    const told = await tellOpened.all(database, { now, most: 1000 });
    expect(told.filter(({ isWanted, reviews: some }) => isWanted && some > 0)).toEqual([
      { artistId: artists.waiting, reviews: 15, isWanted: true },
    ]);
    expect(await tellOpened.all(database, { now, most: 1000 })).toEqual([]);

    // Running leases keep their place, lapsed ones have none.
    expect(
      await rowsOf(
        'select track_id, count(assignment_id)::int as held from leases where id = any($1) group by track_id',
        [leases.running, leases.lapsed, leases.closed],
      ),
    ).toEqual(
      expect.arrayContaining([
        { track_id: tracks.dated, held: 1 },
        { track_id: tracks.closed, held: 1 },
      ]),
    );

    // A rejected review opens its place, but not one that the house has replaced, nor one of a closed track.
    await reject(reviews.pending);
    expect(await open(tracks.dated)).toBe(3);
    await reject(reviews.ofTest);
    expect(await open(tracks.dated)).toBe(3);
    expect(await open(tracks.housed)).toBe(3);
    expect(await given(tracks.over)).toMatchObject([{ reviews: 2, open: 0 }]);
    await reject(reviews.replaced);
    expect(await open(tracks.housed)).toBe(3);
    await reject(reviews.besideReplaced);
    expect(await open(tracks.housed)).toBe(4);
    await reject(reviews.closed);
    expect([await open(tracks.closed), await left(artists.ended)]).toEqual([0, 0]);

    // Money that goes back closes what it paid for, and nothing else.
    await refund(pool, payments.former);
    await database.transaction((tx) => settleMoney(tx, { artistId: artists.versions, now }));
    expect(await open(tracks.version)).toBe(11);
    await refund(pool, payments.planned);
    await database.transaction((tx) => settleMoney(tx, { artistId: artists.planned, now }));
    expect([await open(tracks.dated), await left(artists.planned)]).toEqual([0, 0]);
  } finally {
    await pool.end();
    await asAdministrator(inject('databaseAddress'), (client) =>
      client.query(`drop database ${copy} with (force)`),
    );
  }
});

/** What became lots and assignments. */
const gone = [
  'public.extra_budgets',
  'public.given_back',
  'public.review_allowances',
  'public.review_texts_taken',
];

test('an upgrade keeps every row and every cent, and its ledger is clean', async () => {
  expect(before.counts['public.payout_requests']).toBeGreaterThan(0);
  expect(before.counts['ledger.postings']).toBeGreaterThan(200);
  await migrate({ address, folder: migrations });
  const after = await factsOf(address);
  const old = before.balances.length;
  expect(after.balances.slice(0, old)).toEqual(before.balances);
  // A new account of the house begins with nothing.
  for (const made of after.balances.slice(old))
    expect(made).toMatchObject({ listener_id: null, posted: null });
  const counted = [...derived, 'ledger.accounts'];
  const kept = Object.entries(before.counts)
    .filter(([table]) => !counted.includes(table) && !gone.includes(table))
    .map(([table, rows]) => [renamed.get(table) ?? table, rows]);
  expect(after.counts).toMatchObject(Object.fromEntries(kept));
  const alarms = await ask(address, (client) => client.query('select * from ledger.audit()'));
  expect(alarms.rows).toEqual([]);
});

test('no job waits for a release that still had it', async () => {
  const left = await ask(address, (client) =>
    client.query('select task_identifier from graphile_worker.jobs where task_identifier = any($1)', [
      jobsThatAreGone,
    ]),
  );
  expect(left.rows).toEqual([]);
});

test('an upgraded database has the schema of a new one', async () => {
  const fresh = await cloneDatabase(inject('databaseAddress'));
  try {
    expect(await wholeSchemaOf(address)).toEqual(await wholeSchemaOf(fresh.address));
  } finally {
    await asAdministrator(inject('databaseAddress'), (client) => client.query(`drop database ${fresh.name}`));
  }
});

test('the server starts on an upgraded database, and an earlier user signs in and sees their money', async () => {
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: urlOf(address),
    SERVER_SECRET: installationSecret,
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  const { rows } = await ask(address, (client) =>
    client.query<{ kind: string; cents: number }>(
      `select a.kind, a.balance_cents::int as cents from ledger.accounts a join users u on u.id = a.listener_id
        where u.email = '${listener}'`,
    ),
  );
  const cents = Object.fromEntries(rows.map((row) => [row.kind, row.cents]));
  expect(cents.pending).toBeGreaterThan(0);
  const server = await startServer(config, { throwAway: true, patience: timesAsPatient });
  try {
    const user = await signInAt(server.address, listener, samplePassword);
    const wallet = await user.get(api.wallet.readWallet, {});
    expect(wallet).toMatchObject({ availableCents: cents.available, pendingCents: cents.pending });
  } finally {
    await server.close();
  }
});
