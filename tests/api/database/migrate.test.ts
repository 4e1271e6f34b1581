import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type DatabaseAddress, withDatabase } from '#server/adapters/database/database-address.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';

const name = 'migrate_test';
let folder: string;
let address: DatabaseAddress;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-migrations-'));
});
beforeEach(async () => {
  await asAdministrator(inject('databaseAddress'), async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  address = withDatabase(inject('databaseAddress'), name);
  await put('create table songs (id integer primary key); grant select on songs to earshot_app;');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await asAdministrator(inject('databaseAddress'), (client) =>
    client.query(`drop database ${name} with (force)`),
  );
});

const put = (sql: string, file = '0990-songs.sql') => writeFile(join(folder, file), sql);
const ask = (text: string) => asAdministrator(address, async (client) => (await client.query(text)).rows);

test('a failed migration leaves nothing behind and names its line', async () => {
  await put('create table half (id integer);\nselect wrong from half;');
  await expect(migrate({ address, folder })).rejects.toThrow(
    '0990-songs.sql failed in line 2: column "wrong"',
  );
  expect(await ask("select to_regclass('half') as half")).toEqual([{ half: null }]);
  expect(await ask('select * from schema_migrations')).toEqual([]);
});

test('a changed migration is rejected on the next start', async () => {
  await migrate({ address, folder });
  await put('create table songs (id bigint primary key);');
  await expect(migrate({ address, folder })).rejects.toThrow(
    '0990-songs.sql was changed after it was applied',
  );
});

test('servers started together migrate once, and no login role owns a table', async () => {
  const all = await Promise.all([1, 2, 3].map(() => migrate({ address, folder })));
  expect(all.flat()).toEqual(['0990-songs.sql']);
  const owners = await ask(
    `select distinct tableowner as owner from pg_tables where schemaname in ('public', 'graphile_worker')`,
  );
  expect(owners).toEqual([{ owner: 'earshot_owner' }]);
  const logins = await ask(
    "select rolname, rolcanlogin, rolsuper from pg_roles where rolname like 'earshot%' and not rolsuper order by 1",
  );
  expect(logins).toEqual([
    { rolname: 'earshot_app', rolcanlogin: true, rolsuper: false },
    { rolname: 'earshot_audit', rolcanlogin: false, rolsuper: false },
    { rolname: 'earshot_owner', rolcanlogin: false, rolsuper: false },
  ]);
});

test('functions are redefined, all together, if their file changes', async () => {
  await mkdir(join(folder, 'functions'), { recursive: true });
  const define = (answer: string) =>
    put(
      `create or replace function answer() returns integer language sql as $$ select ${answer} $$;`,
      'functions/answers.sql',
    );
  await define('1');
  await migrate({ address, folder });
  expect(await ask('select answer()')).toEqual([{ answer: 1 }]);
  await define('2');
  await migrate({ address, folder });
  expect(await ask('select answer()')).toEqual([{ answer: 2 }]);
  await define('wrong');
  await expect(migrate({ address, folder })).rejects.toThrow(
    'functions/answers.sql could not be applied: column "wrong"',
  );
  expect(await ask('select answer()')).toEqual([{ answer: 2 }]);
  await rm(join(folder, 'functions'), { recursive: true });
});

test('definitions wait for a lock without holding up those who use other tables', async () => {
  await put('create table plays (id integer); create table songs (id integer primary key);');
  const triggers = (comment: string) => `-- ${comment}
    drop trigger if exists unchanged on songs;
    create trigger unchanged before update on songs for each row execute function suppress_redundant_updates_trigger();
    drop trigger if exists unchanged on plays;
    create trigger unchanged before update on plays for each row execute function suppress_redundant_updates_trigger();`;
  await put(triggers('As they were.'), 'triggers.sql');
  await migrate({ address, folder });
  await put(triggers('A better comment.'), 'triggers.sql');
  let migrated: Promise<unknown> = Promise.resolve();
  await asAdministrator(address, async (backup) => {
    await backup.query('begin; select from plays');
    migrated = migrate({ address, folder });
    await expect.poll(waiting).toBe(true);
    await ask("set lock_timeout = '1900ms'; update songs set id = 1");
    await expect.poll(waiting, { timeout: 5000 }).toBe(true);
    await backup.query('commit');
  });
  await migrated;
  expect(await ask('select count(*)::integer as found from pg_trigger where not tgisinternal')).toEqual([
    { found: 2 },
  ]);
  await rm(join(folder, 'triggers.sql'));
});

const waiting = async () =>
  (
    await ask(
      "select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'earshot migrate'",
    )
  ).length === 1;
