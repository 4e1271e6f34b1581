import { Client, escapeIdentifier } from 'pg';
import { clientConfig, type DatabaseAddress } from '#server/adapters/database/database-address.ts';

/** A database that tests use one after the other, each as if nobody had used it. */
export interface ReusedDatabase {
  /** Whether no session but this one does anything, and the server listens for news. */
  isQuiet(): Promise<boolean>;
  /**
   * Puts back the rows of a new database. Answers false if that isn't enough: a test has changed the schema, or deleted rows
   * take up too much room.
   */
  empty(): Promise<boolean>;
  close(): Promise<void>;
}

const schemas = "('public', 'ledger', 'graphile_worker')";
/** Without a vacuum, what is deleted still takes room, and plans change with it. */
const mostBytesGrown = 16 * 1024 * 1024;
const longestWaitForLocks = '5s';

/**
 * Where the rows of a new database are kept, and whether somebody has changed the schema. Not noted: settings of databases and
 * roles, and statistics for the planner.
 */
const keep = `
  create schema kept;
  create table kept.changes (tag text not null);
  create function kept.note_change() returns event_trigger language plpgsql security definer
    as $$ begin insert into kept.changes values (tg_tag); end $$;`;
const watchSchema = `
  create event trigger kept_changes on ddl_command_end execute function kept.note_change();
  alter event trigger kept_changes enable always;`;

interface Table {
  readonly schema: string;
  readonly name: string;
  /** Those that can be written. */
  readonly columns: readonly string[];
}

const findTables = `
  select nspname as schema, relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and nspname in ${schemas} and attnum > 0 and not attisdropped and attgenerated = ''
    group by nspname, relname`;

const quiet = `
  select coalesce(bool_and(state = 'idle'), true)
      and count(*) filter (where application_name = 'earshot news') = 1 as "isQuiet"
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

const emptyTables = `
  do $$ declare used regclass; begin
    for used in select oid from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text in ${schemas} and pg_relation_size(oid) > 0
    loop execute 'delete from ' || used; end loop;
  end $$`;

/** Call it before anybody has used the database. */
export async function reuseDatabase(address: DatabaseAddress): Promise<ReusedDatabase> {
  const client = new Client(clientConfig(address, undefined));
  // The cluster of a run stops before the processes that are connected to it.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(keep);
  const putBack = await keepRows(client);
  const restart = await keepSequences(client);
  const { rows } = await client.query(`select pg_database_size(current_database())::int as bytes`);
  const before: number = rows[0].bytes;
  await client.query(watchSchema);
  const empty = [
    `begin; set local session_replication_role = replica; set local lock_timeout = '${longestWaitForLocks}'`,
    ...[emptyTables, ...putBack, 'commit', restart],
  ].join(';');
  const check = `select not exists (select from kept.changes)
      and pg_database_size(current_database()) < ${before + mostBytesGrown} as "isAsNew"`;
  return {
    isQuiet: async () => (await client.query(quiet)).rows[0].isQuiet,
    empty: async () => {
      await client.query(empty);
      return (await client.query(check)).rows[0].isAsNew;
    },
    close: () => client.end(),
  };
}

/** Copies what migrations have inserted. Answers the statements that put it back. */
async function keepRows(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<Table>(findTables);
  const statements: string[] = [];
  for (const { schema, name, columns } of tables) {
    const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
    const { rows } = await client.query(`select exists (select from ${table}) as used`);
    if (!rows[0].used) continue;
    const kept = `kept.${escapeIdentifier(`${schema}_${name}`)}`;
    const list = columns.map(escapeIdentifier).join(', ');
    await client.query(`create table ${kept} as table ${table}`);
    statements.push(`insert into ${table} (${list}) overriding system value select ${list} from ${kept}`);
  }
  return statements;
}

/** Answers the statement that lets every sequence continue where it was. */
async function keepSequences(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string; last: string | null; start: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last, start_value as start
       from pg_sequences where schemaname in ${schemas}`,
  );
  const parts = rows.map(({ name, last, start }) => `setval('${name}', ${last ?? start}, ${last !== null})`);
  return `select ${parts.join(', ')}`;
}
