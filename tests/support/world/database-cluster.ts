import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseAddress, withDatabase } from '#server/adapters/database/database-address.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { stopPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import { asAdministrator } from './administrator.ts';
import { leftRunFolders, makeRunFolder, removeRunFolder } from './run-folder.ts';

/** A migrated database that nobody is connected to, to clone from. */
const templateDatabase = 'earshot_template';

const migrations = join(import.meta.dirname, '../../../migrations');

/**
 * Whether TEST_DATABASE_URL names a server. There, every session logs in as its superuser and takes a role. Some tests need
 * sessions that log in as the roles themselves, or the PostgreSQL that is installed here.
 */
export const isTestersServer = process.env.TEST_DATABASE_URL !== undefined;

interface TestCluster {
  readonly address: DatabaseAddress;
  stop(): Promise<void>;
}

/**
 * Starts one throw-away cluster in the folder of this run, with a migrated template database. Clusters of runs that were
 * killed are stopped and removed first. TEST_DATABASE_URL names another one to use, as its superuser: for example one of
 * the oldest PostgreSQL that the product runs with.
 */
export async function startTestCluster(url = process.env.TEST_DATABASE_URL): Promise<TestCluster> {
  if (url) return borrowCluster({ url });
  await removeLeftovers();
  const folder = await makeRunFolder();
  const remove = () => removeRunFolder(folder);
  try {
    const cluster = await startEmbeddedPostgres({ dataDirectory: dataIn(folder), throwAway: true });
    const { address } = cluster;
    await makeTemplate(address);
    const forget = stopAtExit(folder);
    const stop = async () => {
      await cluster.stop();
      forget();
      await remove();
    };
    return { address, stop };
  } catch (error) {
    await stopPostmaster(dataIn(folder));
    await remove();
    throw error;
  }
}

async function makeTemplate(address: DatabaseAddress): Promise<void> {
  await asAdministrator(address, (client) => client.query(`create database ${templateDatabase}`));
  await migrate({ address: withDatabase(address, templateDatabase), folder: migrations });
}

async function borrowCluster(address: DatabaseAddress): Promise<TestCluster> {
  const dropTemplate = () =>
    asAdministrator(address, (client) =>
      client.query(`drop database if exists ${templateDatabase} with (force)`),
    );
  await dropTemplate();
  await makeTemplate(address);
  return {
    address,
    stop: async () => {
      await dropTemplate();
    },
  };
}

/** An interrupted run ends without its teardown: the database goes with the process. Returns how to call that off. */
function stopAtExit(folder: string): () => void {
  const file = join(dataIn(folder), 'postmaster.pid');
  const end = () => {
    try {
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT');
      // Nothing is awaited while a process exits; the file goes when the database has ended.
      const wait = new Int32Array(new SharedArrayBuffer(4));
      for (let tries = 0; tries < 100 && existsSync(file); tries += 1) Atomics.wait(wait, 0, 0, 50);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It has stopped already; the next run removes what is left.
    }
  };
  process.once('exit', end);
  return () => process.off('exit', end);
}

/** Clones the template. Returns the address of an empty, migrated database. */
export async function cloneDatabase(
  cluster: DatabaseAddress,
): Promise<{ name: string; address: DatabaseAddress }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(cluster, async (client) => {
    for (let tries = 1; ; tries += 1) {
      try {
        // Copying files costs less than half of the processor time of copying through the log.
        await client.query(`create database ${name} template ${templateDatabase} strategy file_copy`);
        return;
      } catch (error) {
        // 55006: another clone or the vacuum is in the template just now.
        const busy = error instanceof Error && 'code' in error && error.code === '55006';
        if (!busy || tries === 50) throw error;
        await sleep(100);
      }
    }
  });
  return { name, address: withDatabase(cluster, name) };
}

const dataIn = (folder: string) => join(folder, 'pg');

async function removeLeftovers(): Promise<void> {
  for (const folder of await leftRunFolders()) {
    await stopPostmaster(dataIn(folder));
    await removeRunFolder(folder);
  }
}
