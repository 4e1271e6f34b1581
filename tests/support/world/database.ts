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
  /** For further connections; its user is the administrator. */
  readonly address: DatabaseAddress;
  /** Closes the three and drops the database. */
  drop(): Promise<void>;
}

/** Stalls of seconds on a busy machine must not fail a test. */
export const timesAsPatient = 10;

/**
 * Clones the migrated template. `patience` multiplies how long the server waits for a connection, a lock or a response.
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
    drop: async () => {
      await Promise.all([app, owner, audit].map(({ pool }) => (pool.ending ? undefined : pool.end())));
      await asAdministrator(cluster, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** The same place as the one text that a setting takes. */
export function urlOf(address: DatabaseAddress): string {
  if ('url' in address) return address.url;
  const { host, port, user, password = '', database } = address;
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost/${database}?${place}`;
}
