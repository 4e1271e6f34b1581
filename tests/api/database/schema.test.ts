import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';

const migrations = join(import.meta.dirname, '../../../migrations');
const addsRule = /^alter table (?:evidence|reviews|leases)\b[^;]*\badd constraint [^;]*\bcheck\b/m;
const endsUnchecked = /\badd constraint [^;]*\bnot valid;\s*$/;

let db: TestDatabase;
let client: Client;
beforeAll(async () => {
  db = await createTestDatabase();
  client = new Client(clientConfig(db.address, 'earshot_owner'));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

const textOf = (file: string) => readFileSync(join(migrations, file), 'utf8');
const definedIn = (file: string, kind: string) =>
  [
    ...textOf(file).matchAll(new RegExp(`^create (?:or replace )?(?:constraint )?${kind} ([a-z_.]+)`, 'gm')),
  ].map(([, name = '']) => name);
const namesOf = async (query: string) =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name).sort();

// A function whose results are stored in a column, which a migration has to fill anew if the function changes.
const storedResults = `select from pg_depend
  where refobjid = pg_proc.oid and refclassid = 'pg_proc'::regclass and classid = 'pg_attrdef'::regclass`;

test('each function and view is defined once, in its file, and not in a migration', async () => {
  const files = ['views.sql', ...globSync('functions/*.sql', { cwd: migrations })];
  const defined = files.flatMap((file) => [...definedIn(file, 'function'), ...definedIn(file, 'view')]);
  const inDatabase = await namesOf(
    `select case nspname when 'ledger' then 'ledger.' else '' end || name as name from (
       select proname as name, pronamespace as namespace from pg_proc
        where not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
          and not exists (${storedResults})
       union all
       select relname, relnamespace from pg_class where relkind = 'v'
     ) made join pg_namespace on pg_namespace.oid = namespace where nspname in ('public', 'ledger')`,
  );
  expect(defined.sort()).toEqual(inDatabase);
  const tables = globSync(['baseline/*.sql', '[0-9]*.sql'], { cwd: migrations });
  const elsewhere = [...tables, 'permissions.sql', 'triggers.sql'].flatMap((file) => [
    ...definedIn(file, 'function'),
    ...definedIn(file, 'view'),
  ]);
  const stored = await namesOf(`select proname as name from pg_proc where exists (${storedResults})`);
  expect(elsewhere.sort()).toEqual(stored);
});

test('each trigger is defined in triggers.sql, alone or in one of its lists', async () => {
  const alone = definedIn('triggers.sql', 'trigger');
  const listed = ['kept', 'owner', 'news'];
  const inDatabase = await namesOf(
    'select tgname as name from pg_trigger where not tgisinternal and tgparentid = 0 ' +
      "and tgrelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'ledger'::regnamespace))",
  );
  expect(inDatabase.length).toBeGreaterThan(100);
  const others = inDatabase.filter(
    (name) => !listed.some((list) => name === list || name.startsWith(`${list}_`)),
  );
  expect(new Set(others)).toEqual(new Set(alone.filter((name) => !listed.includes(name))));
  const tables = globSync(['baseline/*.sql', '[0-9]*.sql', 'functions/*.sql'], { cwd: migrations });
  expect(tables.flatMap((file) => definedIn(file, 'trigger'))).toEqual([]);
});

test('a constraint on a very large table comes last in its migration, and a later one validates it', () => {
  const ruling = globSync('[0-9]*.sql', { cwd: migrations }).filter((file) => addsRule.test(textOf(file)));
  expect(ruling.filter((file) => !endsUnchecked.test(textOf(file)))).toEqual([]);
  const planted = 'alter table reviews add constraint reviews__planted check (rating > 0)';
  expect(addsRule.test(`${planted};`)).toBe(true);
  expect(endsUnchecked.test(`${planted};`)).toBe(false);
  expect(endsUnchecked.test(`${planted} not valid;\n`)).toBe(true);
});
