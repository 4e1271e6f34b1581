import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { sql } from '#tests/support/world/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const lines = async (query: string) =>
  (await sql(db.ownerDatabase, query)).map(({ line }) => String(line)).join('\n');

// Who is granted what: null means PostgreSQL's own default, which lets everybody execute a function.
const granted = (acl: string, kind: string, owner: string) => `
  (select string_agg(distinct format('%s %s', case grantee when 0 then 'PUBLIC' else grantee::regrole::text end,
            lower(privilege_type)), ', ' order by format('%s %s', case grantee when 0 then 'PUBLIC'
            else grantee::regrole::text end, lower(privilege_type)))
     from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) where grantee <> ${owner})`;

const schemas = `select format('schema %s: %s', nspname, ${granted('nspacl', 'n', 'nspowner')}) as line
  from pg_namespace where nspname = 'ledger'`;

// All of the ledger, and every other function that works with the rights of its owner: each is a door.
const functions = `
  select format('%s%s.%s(%s): %s [%s]', case when prosecdef then 'door ' else '' end, n.nspname, p.proname,
      pg_get_function_identity_arguments(p.oid), coalesce(${granted('p.proacl', 'f', 'p.proowner')}, '-'),
      coalesce(array_to_string(p.proconfig, '; '), 'no fixed search_path')) as line
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname = 'ledger'
      or prosecdef and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
   order by n.nspname collate "C", p.proname collate "C", p.oid::regprocedure::text collate "C"`;

const kept = `(n.nspname = 'ledger' and relkind in ('r', 'v', 'p', 'S')
  or n.nspname = 'public' and relname in
    ('listener_balances', 'payout_requests', 'profiles', 'reviews', 'review_findings', 'user_roles'))`;

const tables = `
  select format('%s.%s: %s', n.nspname, relname, coalesce(${granted('relacl', 'r', 'relowner')}, '-')) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind <> 'S' and ${kept}
   order by n.nspname collate "C", relname collate "C"`;

const columns = `
  select format('%s.%s.%s: %s', n.nspname, relname, attname, ${granted('attacl', 'c', 'relowner')}) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where attacl is not null and ${kept} order by n.nspname collate "C", relname collate "C", attname collate "C"`;

const triggers = `
  select format('%s.%s %s: %s', n.nspname, relname, tgname, tgfoid::regproc) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where not tgisinternal and tgenabled = 'O' and ${kept}
   order by n.nspname collate "C", relname collate "C", tgname collate "C"`;

test('functions, tables and rights that can move money match the committed list', async () => {
  const list = [schemas, functions, tables, columns, triggers];
  const found = (await Promise.all(list.map(lines))).join('\n\n');
  await expect(`${found}\n`).toMatchFileSnapshot('./grants.txt');
});

test('every security definer function has a fixed search path and is not executable by the public', async () => {
  const open = `
    select p.oid::regprocedure::text as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('ledger', 'public') and (prosecdef or n.nspname = 'ledger')
       and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0)
         or not exists (select from unnest(proconfig) setting where setting like 'search_path=%pg_temp'))`;
  expect(await lines(open)).toBe('');
});

test('functions that move money are volatile, so they see rows committed while they waited', async () => {
  const stale =
    "select proname as line from pg_proc where pronamespace = 'ledger'::regnamespace and provolatile <> 'v'";
  expect(await lines(stale)).toBe('audit');
});
