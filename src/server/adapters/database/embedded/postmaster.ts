import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from '../database-address.ts';

/** The content of `postmaster.pid` in a data directory. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** The process of the pid file, which may have ended; undefined without a file. */
export async function readPostmaster(dataDirectory: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) } : undefined;
}

/**
 * Removes a pid file whose process is alive but not this database. After a reboot or container restart another program
 * may have the same pid, and PostgreSQL would refuse to start. It handles dead processes itself.
 */
export async function removeStalePid(dataDirectory: string): Promise<void> {
  const postmaster = await readPostmaster(dataDirectory);
  if (!postmaster || !isAlive(postmaster.pid)) return;
  if (await isPostmasterOf(postmaster.pid, dataDirectory)) return;
  await rm(join(dataDirectory, 'postmaster.pid'), { force: true });
  await rm(join(dataDirectory, `.s.PGSQL.${postmaster.port}.lock`), { force: true });
}

/** Stops the database as `pg_ctl stop -m fast` does, and waits until it is down. Throws after `patience` ms. */
export async function stopPostmaster(dataDirectory: string, patience = 60_000): Promise<void> {
  const postmaster = await readPostmaster(dataDirectory);
  if (!postmaster || !isAlive(postmaster.pid)) return;
  if (!(await isPostmasterOf(postmaster.pid, dataDirectory))) return;
  process.kill(postmaster.pid, 'SIGINT');
  const deadline = Date.now() + patience;
  while (isAlive(postmaster.pid) && (await readPostmaster(dataDirectory))?.pid === postmaster.pid) {
    if (Date.now() > deadline)
      throw new Error(`The database in ${dataDirectory} did not stop in ${patience} ms.`);
    await sleep(20);
  }
  // The pid file disappears a moment before the process. (If nothing reaps orphans, it remains a zombie.)
  for (let tries = 0; tries < 50 && (await isPostmasterOf(postmaster.pid, dataDirectory)); tries += 1) {
    await sleep(20);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Alive, but owned by another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether this process is the running database of this data directory. */
export async function isPostmasterOf(pid: number, dataDirectory: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // A postmaster's working directory is its data directory; comparing inodes works for any path to it.
    const [working, data] = await Promise.all([
      stat(`/proc/${pid}/cwd`).catch(() => undefined),
      stat(dataDirectory),
    ]);
    return working?.ino === data.ino && working.dev === data.dev;
  }
  if (process.platform === 'win32') return true;
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      'postgres',
    );
  } catch {
    return false;
  }
}

/** Looks until connections that were just closed have disappeared. */
const looks = 10;
/** A connection that is older than ours belongs to another process, which is unlikely to end right now. */
const looksAtOlder = 3;
const pauseMilliseconds = 100;

/**
 * Whether anyone else is connected to the database server.
 * @param since when this process connected first, as PostgreSQL writes it
 */
export async function isInUse(address: DatabaseAddress, since: string): Promise<boolean> {
  const client = new Client(clientConfig(address, undefined));
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let look = 1; ; look += 1) {
      const { all, older } = await connections(client, since);
      if (all === 0) return false;
      if (look === looks || (older > 0 && look === looksAtOlder)) return true;
      await sleep(pauseMilliseconds);
    }
  } catch {
    // It does not respond, so nothing can be using it.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface ConnectionCounts {
  readonly all: number;
  readonly older: number;
}

async function connections(client: Client, since: string): Promise<ConnectionCounts> {
  const { rows } = await client.query<ConnectionCounts>(
    `select count(*)::integer as all, (count(*) filter (where backend_start < $1))::integer as older
     from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    [since],
  );
  return rows[0] ?? { all: 0, older: 0 };
}

// A Unix socket's path is limited to 103 bytes on macOS and 107 on Linux.
const longest = 103;

/**
 * The folder for connecting to a data directory's socket. If its path is too long, a link in a new private folder,
 * where no other user can place a fake socket; each process makes its own.
 */
export async function socketFolder(
  dataDirectory: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const length = Buffer.byteLength(join(dataDirectory, '.s.PGSQL.5432'));
  if (length <= longest || process.platform === 'win32') {
    return { path: dataDirectory, remove: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'earshot-socket-'));
  const path = join(folder, 'db');
  await symlink(dataDirectory, path);
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
