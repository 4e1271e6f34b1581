import { existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import { isTestersServer } from './database-cluster.ts';

const migrations = join(import.meta.dirname, '../../../migrations');

/** Where this run keeps a migrated database that nobody has used. */
const prepared = () => join(tmpdir(), 'prepared-database');

/**
 * Puts a migrated database where a server that starts with this folder looks for its own. Creating and migrating one takes half
 * of the processor time of a first start. For tests that are about something else.
 */
export async function prepareDatabase(dataDirectory: string): Promise<void> {
  // Only a run with a cluster of its own has a folder that is removed after it.
  if (isTestersServer) return;
  await haveOne();
  await mkdir(dataDirectory, { recursive: true });
  await cp(prepared(), join(dataDirectory, 'postgres'), { recursive: true });
}

/** The first test of a run makes it, others wait for it. */
async function haveOne(): Promise<void> {
  if (existsSync(prepared())) return;
  const making = `${prepared()}.making`;
  // Closed to other users, like the folders of most tests: if root starts it, the database must run as the same user in both.
  if (!(await isFirstToMake(making, 0o700)))
    return expect.poll(() => existsSync(prepared()), { timeout: 120_000 }).toBe(true);
  const dataDirectory = join(making, 'postgres');
  const { address, stop } = await startEmbeddedPostgres({ dataDirectory, throwAway: true });
  await migrate({ address, folder: migrations });
  await stop();
  await rename(dataDirectory, prepared());
}

const isFirstToMake = (folder: string, mode: number): Promise<boolean> =>
  mkdir(folder, { mode }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
