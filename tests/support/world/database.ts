import type { Pool } from 'pg';
import { inject } from 'vitest';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { DatabaseAddress, DatabaseRole } from '#server/adapters/database/database-address.ts';
import { asAdministrator } from './administrator.ts';
import { cloneDatabase } from './database-cluster.ts';

export interface TestDatabase {
  /** As the server works: role earshot_app. */
  readonly database: Database;
  /** The pool under `database`, for the workers of the jobs. */
  readonly pool: Pool;
  /** As the owner of the tables; it may `reset role` to become the superuser. */
  readonly ownerDatabase: Database;
  /** As the read-only audit. */
  readonly auditDatabase: Database;
  /** For whoever connects by themselves; the user is the administrator. */
  readonly address: DatabaseAddress;
  /** Takes back what a session of the three has set, such as another role. */
  resetSessions(): Promise<void>;
  /** Closes the three and drops the database. */
  drop(): Promise<void>;
}

/** On a busy machine a stall of seconds is nothing that a test is about. */
export const timesAsPatient = 10;

/**
 * Clones the migrated template: an empty database of its own for a test file. `cluster` is that of this test run;
 * `patience` is how many times as long as in production is waited for a connection, a lock or an answer.
 */
export async function createTestDatabase(
  cluster = inject('databaseAddress'),
  patience = timesAsPatient,
): Promise<TestDatabase> {
  const { name, address } = await cloneDatabase(cluster);
  const connect = (role: DatabaseRole, poolSize: number) =>
    connectDatabase({ address, role, poolSize, throwAway: true, patience });
  const app = await connect('earshot_app', 10);
  const owner = await connect('earshot_owner', 3);
  const audit = await connect('earshot_audit', 2);
  return {
    database: app.database,
    pool: app.pool,
    ownerDatabase: owner.database,
    auditDatabase: audit.database,
    address,
    resetSessions: async () => {
      for (const { pool } of [app, owner, audit]) await resetSessionsOf(pool);
    },
    drop: async () => {
      await Promise.all([app, owner, audit].map(({ pool }) => (pool.ending ? undefined : pool.end())));
      await asAdministrator(cluster, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function resetSessionsOf(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const client of clients) {
    await client.query('reset all; reset role; select pg_advisory_unlock_all()');
    client.release();
  }
}

/** The same place as the one text that a setting takes. */
export function urlOf(address: DatabaseAddress): string {
  if ('url' in address) return address.url;
  const { host, port, user, password = '', database } = address;
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost/${database}?${place}`;
}
