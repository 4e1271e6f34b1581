import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import { inject } from 'vitest';
import type { Database } from '#server/adapters/database/database.ts';
import {
  type DatabaseAddress,
  type DatabaseRole,
  withDatabase,
} from '#server/adapters/database/database-address.ts';
import { connectDatabase } from '#server/adapters/database/postgres-database.ts';
import { asAdministrator } from './administrator.ts';
import { templateDatabase } from './database-cluster.ts';

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
  /** Closes the three and drops the database. */
  drop(): Promise<void>;
}

/** Clones the migrated template: an empty database of its own for a test file. `cluster` is that of this test run. */
export async function createTestDatabase(cluster = inject('databaseAddress')): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(cluster, (client) => clone(client, name));
  const address = withDatabase(cluster, name);
  const connect = (role: DatabaseRole, poolSize: number) =>
    connectDatabase({ address, role, poolSize, throwAway: true });
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

async function clone(client: Client, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`create database ${name} template ${templateDatabase}`);
      return;
    } catch (error) {
      // 55006: another clone or the vacuum is in the template just now.
      const busy = error instanceof Error && 'code' in error && error.code === '55006';
      if (!busy || tries === 50) throw error;
      await sleep(100);
    }
  }
}

/** The same place as the one text that a setting takes. */
export function urlOf(address: DatabaseAddress): string {
  if ('url' in address) return address.url;
  const { host, port, user, password = '', database } = address;
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost/${database}?${place}`;
}
