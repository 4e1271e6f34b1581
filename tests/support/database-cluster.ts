import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseAddress, withDatabase } from '#server/adapters/database/database-address.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded-postgres.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { isAlive, stopPostmaster } from '#server/adapters/database/postmaster.ts';
import { asAdministrator } from './administrator.ts';

/** A migrated database that nobody is connected to, to clone from. */
export const templateDatabase = 'earshot_template';

const prefix = 'earshot-test-';
const migrations = join(import.meta.dirname, '..', '..', 'migrations');

/**
 * Starts one throw-away cluster in a temporary folder, with a migrated template database. Clusters of test runs that
 * were killed are stopped and removed first.
 */
export async function startTestCluster(): Promise<{ address: DatabaseAddress; stop(): Promise<void> }> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  // As root the database runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const cluster = await startEmbeddedPostgres({ dataDirectory: dataIn(folder), throwAway: true });
    const { address } = cluster;
    await asAdministrator(address, (client) => client.query(`create database ${templateDatabase}`));
    await migrate({ address: withDatabase(address, templateDatabase), folder: migrations });
    return { address, stop: () => cluster.stop().then(remove) };
  } catch (error) {
    await stopPostmaster(dataIn(folder));
    await remove();
    throw error;
  }
}

const dataIn = (folder: string) => join(folder, 'pg');

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    await stopPostmaster(dataIn(join(tmpdir(), name)));
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
