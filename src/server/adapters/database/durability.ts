import type { ClientBase } from 'pg';
import { OperatorError } from '../../foundation/operator-messages.ts';

/** PostgreSQL is too old, not the primary, lacks rights or could lose money in a crash. The server must not start. */
export class UnsafeDatabase extends OperatorError {
  override readonly name = 'UnsafeDatabase';
}

const wanted: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
  data_checksums: ['on'],
};

/** Rejects PostgreSQL below 15. */
export async function assertVersion(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  if (rows[0].number < 150000) {
    throw new UnsafeDatabase(
      `Earshot needs PostgreSQL 15 or newer; this database is version ${rows[0].name}.`,
    );
  }
}

/** Rejects an encoding that cannot store every name and text. It cannot be changed after the database is created. */
export async function assertEncoding(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; encoding: string; user: string }>(
    "select current_database() as name, current_setting('server_encoding') as encoding, current_user as user",
  );
  const [seen] = rows;
  if (!seen || seen.encoding === 'UTF8') return;
  const name = client.escapeIdentifier(seen.name);
  throw new UnsafeDatabase(
    `The database ${name} has the encoding ${seen.encoding}, which cannot store every name and text; needed: UTF8. ` +
      'It cannot be changed, so recreate the database as a superuser:\n' +
      `  drop database ${name};\n` +
      `  create database ${name} owner ${client.escapeIdentifier(seen.user)} encoding 'UTF8' template template0;\n` +
      'If it contains data: first npm run backup -- FOLDER, afterwards npm run restore -- FOLDER.',
  );
}

/** Rejects a standby, and a database that may lose committed transactions in a crash. */
export async function assertDurable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(wanted)],
  );
  const wrong = rows.filter((row) => !wanted[row.name]?.includes(row.setting));
  if (wrong.length > 0 || rows.length < Object.keys(wanted).length) {
    const list = wrong.map((row) => `${row.name} is ${row.setting}`).join(', ');
    const cure = list.includes('data_checksums')
      ? ' You can turn on checksums while PostgreSQL is stopped: pg_checksums --enable -D (its data directory).'
      : '';
    throw new UnsafeDatabase(
      `This database could lose committed money in a crash: ${list}; needed: on.${cure}`,
    );
  }
  const standby = await client.query('select pg_is_in_recovery() as standby');
  if (standby.rows[0].standby)
    throw new UnsafeDatabase('This database is a standby; Earshot needs the primary.');
}

const isUtc = /^(Etc\/)?UTC$/;

interface SessionSettings {
  readonly role: string;
  readonly zone: string;
  readonly endless: string[] | null;
}

const askSession = `
  select current_user::text as role, current_setting('TimeZone') as zone,
    (select array_agg(name::text order by name) from pg_settings where setting = '0'
     and name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')) as endless`;

/**
 * Rejects a pooler whose connections lack the session settings that Earshot needs. A pooler drops the ones we send, so
 * it must set them itself.
 */
export async function assertPoolerSettings(client: ClientBase): Promise<void> {
  const [session] = (await client.query<SessionSettings>(askSession)).rows;
  const wrong = [
    ...(session?.role === 'earshot_app' ? [] : [`they work as ${session?.role} instead of earshot_app`]),
    ...(isUtc.test(session?.zone ?? '') ? [] : [`their time zone is ${session?.zone} instead of UTC`]),
    ...(session?.endless ?? []).map((name) => `${name} is 0`),
  ];
  if (wrong.length === 0) return;
  throw new UnsafeDatabase(
    `The pooler at DATABASE_URL does not set up its connections: ${wrong.join('; ')}. ` +
      'Copy the connect_query of docs/cluster/pgbouncer.ini.',
  );
}
