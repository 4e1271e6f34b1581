import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from '#server/adapters/database/database-address.ts';
import {
  type AppliedMigration,
  pendingMigrations,
  readMigrations,
  withBaseline,
} from '#server/adapters/database/migrations/migration-files.ts';
import { OperatorError } from '#server/foundation/operator-messages.ts';
import { isLoopback } from '#server/identity/fingerprint.ts';
import type { Config } from '#server/settings/config.ts';
import { openDatabase } from '#server/start/open-parts.ts';
import { checkBackup } from './check-backup.ts';
import { checkClock } from './check-clock.ts';
import { checkSecret } from './check-secret.ts';
import { checkWork } from './check-work.ts';
import { type Finding, green, red, yellow } from './finding.ts';

const migrations = join(import.meta.dirname, '../../migrations');
/** The connections a server holds besides its pool: jobs, news and the lender. */
const furtherConnections = 8;

/** Checks the database, and what depends on it: the clock, the backups and the secret. */
export async function checkDatabase(config: Config, throwAway = false): Promise<readonly Finding[]> {
  const embedded = join(config.dataDirectory, 'postgres');
  if (!config.databaseUrl && !existsSync(join(embedded, 'PG_VERSION'))) {
    return [
      yellow(
        'database',
        `There is no Earshot at ${embedded} yet.`,
        'npm start creates one. If there should be one already, DATA_DIR is wrong or --env-file FILE is missing.',
      ),
    ];
  }
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  try {
    opened = await openDatabase(config, { mayCreate: false, throwAway });
  } catch (error) {
    if (error instanceof OperatorError) return [red('database', error.message)];
    throw error;
  }
  try {
    const connection = await withClient(opened.app, async (client) => [
      ...(await look(client, config)),
      await checkClock(client),
    ]);
    const tables = await withClient(opened.owner, (client) => lookAtTables(client, config));
    return [
      ...connection,
      ...tables,
      ...(tables[0]?.light === 'green' ? await checkWork(opened.owner, throwAway) : []),
      ...(await checkSecret(config, opened.owner, throwAway)),
    ];
  } finally {
    await opened.embedded?.stop();
  }
}

async function withClient<Answer>(
  address: DatabaseAddress,
  ask: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new Client({ ...clientConfig(address, undefined), application_name: 'earshot doctor' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

interface Connection {
  readonly version: string;
  /** Of this connection; null without TLS. */
  readonly tls: string | null;
  /** Null on a Unix socket. */
  readonly peer: string | null;
  readonly most: number;
}

const askConnection = `
  select current_setting('server_version') as version, host(inet_client_addr()) as peer,
    (select version from pg_stat_ssl where pid = pg_backend_pid() and ssl) as tls,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`;

async function look(client: Client, { databasePool }: Config): Promise<Finding[]> {
  const [seen] = (await client.query<Connection>(askConnection)).rows;
  if (!seen) return [];
  return [wayTo(seen), ...poolThatFits(seen, databasePool + furtherConnections)];
}

/** Reads as the owner of the tables, because the user that the server signs in as has no right to. */
async function lookAtTables(client: Client, config: Config): Promise<Finding[]> {
  const { rows } = await client.query<{ has: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as has",
  );
  if (!rows[0]?.has)
    return [yellow('database', 'The database is empty.', 'The first start of Earshot creates the tables.')];
  await client.query('set role earshot_owner');
  return [await schemaFinding(client), ...(await checkBackup(client, config))];
}

function wayTo({ version, tls, peer }: Connection): Finding {
  const found = `PostgreSQL ${version} responds, stores commits durably and grants the permissions that Earshot needs`;
  if (tls) return green('database', `${found}; the connection is encrypted (${tls}).`);
  if (peer === null || isLoopback(peer)) return green('database', `${found}; it is on this machine.`);
  return yellow(
    'database',
    `${found}, but the connection to it is not encrypted.`,
    'Add ?sslmode=verify-full to DATABASE_URL: docs/operations.md, "A database of your own".',
  );
}

function poolThatFits({ most }: Connection, needed: number): Finding[] {
  if (needed <= most) return [];
  const text = `One server may open ${needed} connections, but PostgreSQL allows ${most}.`;
  return [yellow('database', text, 'Raise max_connections or lower DATABASE_POOL.')];
}

async function schemaFinding(client: Client): Promise<Finding> {
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from schema_migrations order by number',
  );
  try {
    const applied = withBaseline(rows);
    const pending = pendingMigrations(await readMigrations(migrations), applied);
    if (pending.length === 0) return green('database', 'The tables match this version.');
    const text = `${pending.length} of ${pending.length + applied.length} migrations are not applied yet.`;
    return yellow('database', text, 'Back up, then start this version of Earshot: it applies them.');
  } catch (error) {
    if (error instanceof OperatorError) return red('database', error.message);
    throw error;
  }
}
