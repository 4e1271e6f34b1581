import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import { Client, escapeIdentifier, Pool } from 'pg';
import { OperatorError } from '../../../foundation/operator-messages.ts';
import { clientConfig, type DatabaseAddress, type DatabaseRole, userOf } from '../database-address.ts';
import { assertVersion } from '../durability.ts';
import {
  type AppliedMigration,
  applyDefinitions,
  baseline,
  type Migration,
  pendingMigrations,
  readMigrations,
  withBaseline,
} from './migration-files.ts';

interface MigrateOptions {
  /** The embedded database's administrator, or DATABASE_OWNER_URL, else DATABASE_URL. */
  readonly address: DatabaseAddress;
  /** DATABASE_URL, if the server connects as another user. */
  readonly applicationAddress?: DatabaseAddress;
  /** The folder `migrations/`. */
  readonly folder: string;
  /** For a restore: only these, as the backup lists them. All by default. */
  readonly only?: readonly AppliedMigration[];
}

// An arbitrary number that never changes. The lock is per database.
const lock = 7_202_611;

/**
 * Updates the database to this code: roles, then migrations, each in its own transaction, then views, functions and
 * triggers, then job tables. Servers that start together wait for each other. Returns the names of the applied files.
 * @throws UnsafeDatabase below PostgreSQL 15, or an error with the reason if the database does not match this code
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const all = await readMigrations(options.folder);
  const only = options.only && withBaseline(options.only);
  const files = only ? all.filter(({ number }) => only.some((one) => one.number === number)) : all;
  const client = new Client({
    ...clientConfig(options.address, undefined),
    application_name: 'earshot migrate',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assertVersion(client);
    await client.query('select pg_advisory_lock($1)', [lock]);
    const { applicationAddress } = options;
    await ensureRoles(client, applicationAddress && userOf(applicationAddress));
    await client.query('set role earshot_owner');
    const recorded = await readApplied(client);
    const applied = withBaseline(recorded);
    const pending = pendingMigrations(files, applied);
    if (applied !== recorded) await recordBaseline(client);
    for (const migration of pending) await apply(client, migration);
    // A database that is migrated only as far as a backup gets them after its rows are there.
    if (!only) await applyDefinitions(client, options.folder);
    await migrateJobs(client, options.address);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function readApplied(client: Client): Promise<readonly AppliedMigration[]> {
  await client.query(`
    create table if not exists public.schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    create table if not exists public.schema_functions (name text primary key, checksum text not null);
    grant select on public.schema_migrations, public.schema_functions to earshot_app, earshot_audit;
  `);
  return (await client.query<AppliedMigration>('select number, name, checksum from public.schema_migrations'))
    .rows;
}

async function recordBaseline(client: Client): Promise<void> {
  const { number, name, checksum } = baseline;
  await client.query('begin');
  await client.query('delete from public.schema_migrations where number <= $1', [number]);
  await client.query(record, [number, name, checksum]);
  await client.query('commit');
}

const record = 'insert into public.schema_migrations (number, name, checksum) values ($1, $2, $3)';

async function apply(client: Client, { number, name, files, checksum }: Migration): Promise<void> {
  let file = { name, sql: '' };
  try {
    await client.query('begin');
    for (file of files) await client.query(file.sql);
    await client.query(record, [number, name, checksum]);
    // It may have dropped triggers or views, also if the start ends before they are applied again.
    await client.query('delete from public.schema_functions');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${file.name} failed${lineOf(error, file.sql)}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function lineOf(error: unknown, sql: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : 0;
  return position > 0 ? ` in line ${sql.slice(0, position).split('\n').length}` : '';
}

/**
 * Creates graphile-worker's tables in the schema `graphile_worker`, owned by earshot_owner, and lets earshot_app add
 * and run jobs. `client` must be acting as earshot_owner and hold the migration lock.
 */
async function migrateJobs(client: Client, address: DatabaseAddress): Promise<void> {
  const pool = new Pool({
    ...clientConfig(address, 'earshot_owner'),
    max: 1,
    application_name: 'earshot migrate',
  });
  // graphile-worker requires both listeners. The error itself reaches the caller of the failed statement.
  pool.on('error', () => undefined);
  pool.on('connect', (connected) => connected.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, taskList: {}, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
  await client.query(grants);
  await client.query(failedIndex);
}

// The tables have row level security without a policy, which hides all rows from everyone but the owner. Runs at every
// start, because a newer graphile-worker may add tables.
const grants = `
  grant usage on schema graphile_worker to earshot_app;
  grant select, insert, update, delete on all tables in schema graphile_worker to earshot_app;
  revoke insert, update, delete on graphile_worker.migrations from earshot_app;
  grant usage, select on all sequences in schema graphile_worker to earshot_app;
  grant execute on all functions in schema graphile_worker to earshot_app;
  do $$
  declare
    secured regclass;
  begin
    for secured in
      select c.oid from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'earshot_app')
    loop
      execute format('create policy earshot_app on %s to earshot_app using (true) with check (true)', secured);
    end loop;
  end
  $$;
`;

// For the admin's list of failed jobs. Checked at every start, because a newer graphile-worker may recreate the table.
const failedIndex = `
  do $$
  begin
    if to_regclass('graphile_worker.earshot_failed_jobs') is null then
      create index earshot_failed_jobs on graphile_worker._private_jobs (updated_at desc, id desc)
        where attempts > 0 and last_error is not null;
    end if;
  end
  $$;
`;

const roles: Readonly<Record<DatabaseRole, 'login' | 'nologin'>> = {
  earshot_owner: 'nologin',
  earshot_app: 'login',
  earshot_audit: 'nologin',
};

/**
 * Creates missing roles and grants them: all three to the migrating user, the app and audit roles to `applicationLogin`
 * (the user of DATABASE_URL, if different). Skips what already exists, so that a user who may not create roles can
 * migrate later.
 */
async function ensureRoles(client: Client, applicationLogin: string | undefined): Promise<void> {
  for (const [role, login] of Object.entries(roles)) {
    await ensure(client, `create role ${role} ${login}`, 'select from pg_roles where rolname = $1', [role]);
  }
  const migrator = await currentUser(client);
  for (const role of Object.keys(roles)) await ensureMember(client, role, migrator);
  if (applicationLogin !== undefined && applicationLogin !== migrator && applicationLogin !== 'earshot_app') {
    for (const role of ['earshot_app', 'earshot_audit']) await ensureMember(client, role, applicationLogin);
  }
  await ensure(
    client,
    `grant create, connect on database ${escapeIdentifier(await currentDatabase(client))} to earshot_owner`,
    "select where has_database_privilege('earshot_owner', current_database(), 'create')",
  );
  await ensure(
    client,
    'grant all on schema public to earshot_owner',
    "select where has_schema_privilege('earshot_owner', 'public', 'create')",
  );
}

/**
 * Runs `statement` unless `condition` finds a row. Other servers, including those of other databases, may do the same
 * concurrently.
 */
async function ensure(
  client: Client,
  statement: string,
  condition: string,
  values: readonly string[] = [],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    if ((await client.query(condition, [...values])).rowCount) return;
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if (tries === 5 || !isRace(error)) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new OperatorError(`PostgreSQL rejected "${statement};": ${reason}. Run it as a superuser.`, {
          cause: error,
        });
      }
      await sleep(50 * tries);
    }
  }
}

// 42710 and 23505: just created. XX000: "tuple concurrently updated", from two concurrent grants.
const isRace = (error: unknown) =>
  error instanceof Error && 'code' in error && ['42710', '23505', 'XX000'].includes(String(error.code));

async function ensureMember(client: Client, role: string, login: string): Promise<void> {
  // Since PostgreSQL 16 a member of a role may lack the right to SET ROLE.
  const { rows } = await client.query("select current_setting('server_version_num')::int >= 160000 as yes");
  const kind = rows[0].yes ? 'SET' : 'MEMBER';
  const isMember = `select where pg_has_role($1::name, $2::name, '${kind}')`;
  await ensure(client, `grant ${role} to ${escapeIdentifier(login)}`, isMember, [login, role]);
}

const currentUser = async (client: Client): Promise<string> =>
  (await client.query('select current_user::text as name')).rows[0].name;

const currentDatabase = async (client: Client): Promise<string> =>
  (await client.query('select current_database()::text as name')).rows[0].name;
