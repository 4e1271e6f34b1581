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
