import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Database } from '#server/adapters/database/database.ts';
import { alarmsOf } from '../people/alarms.ts';
import { type Earshot, type Started, startEarshot } from './earshot.ts';
import { sql } from './sql.ts';

/**
 * One server for all tests of a file, as a database and connections of its own cost more than most tests. Each test begins
 * with the database as the migrations leave it, and ends with the audit. Returns the server, for beforeEach.
 */
export function sharedEarshot(
  environment: Record<string, string> = {},
  started: Started = {},
): () => Earshot {
  let earshot: Earshot;
  let empty: () => Promise<void>;
  beforeAll(async () => {
    earshot = await startEarshot(environment, started);
    empty = await rememberRows(earshot.testDatabase.ownerDatabase);
  });
  afterEach(async () => {
    const alarms = await alarmsOf(earshot.testDatabase.auditDatabase);
    await empty();
    earshot.clock.set(started.startsAt ?? new Date());
    if (alarms.length > 0) throw new Error(`The audit of the ledger found: ${alarms.join('; ')}`);
  });
  afterAll(() => earshot.close());
  return () => earshot;
}

/** Remembers the rows of every table. Returns what puts the tables back to them, whatever triggers and references say. */
async function rememberRows(owner: Database): Promise<() => Promise<void>> {
  const tables = await sql(
    owner,
    `select format('%I.%I', nspname, relname) as name
       from pg_class join pg_namespace space on space.oid = relnamespace
      where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema'`,
  );
  const names = tables.map(({ name }) => String(name));
  return owner.transaction(async (tx) => {
    await sql(tx, 'set local role none');
    const all = names.map((name) => `select '${name}' as name, (select jsonb_agg(t) from ${name} t) as rows`);
    const first = (await sql(tx, all.join(' union all '))).filter(({ rows }) => rows !== null);
    return () =>
      owner.transaction(async (again) => {
        await sql(again, 'set local role none');
        await sql(again, "set local session_replication_role = 'replica'");
        await sql(
          again,
          `with ${names.map((name, at) => `t${at} as (delete from ${name})`).join(', ')} select`,
        );
        for (const { name, rows } of first) {
          await sql(
            again,
            `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1)`,
            [JSON.stringify(rows)],
          );
        }
      });
  });
}
