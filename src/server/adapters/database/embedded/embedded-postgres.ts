import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { OperatorError } from '../../../foundation/operator-messages.ts';
import { clientConfig, type DatabaseAddress, withDatabase } from '../database-address.ts';
import { type EmbeddedBinaries, embeddedBinaries } from './embedded-binaries.ts';
import { clusterAdmin, createCluster, hasCluster, passwordFile, writeSettings } from './embedded-cluster.ts';
import { type EmbeddedIdentity, embeddedIdentity } from './embedded-identity.ts';
import {
  isAlive,
  isInUse,
  readPostmaster,
  removeStalePid,
  socketFolder,
  stopPostmaster,
} from './postmaster.ts';

export interface EmbeddedPostgres {
  /** The database `earshot`, as the cluster's superuser. */
  readonly address: DatabaseAddress;
  /** True if the database was already running. */
  readonly adopted: boolean;
  /** Starts the database again if it has died; does nothing while it runs. */
  revive(): Promise<void>;
  /**
   * Shuts the database down and waits, unless another server or command is still connected. The last one to disconnect
   * stops it.
   */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDirectory: string;
  /** For tests only: no fsync, a crash may destroy the data. */
  readonly throwAway?: boolean;
  /** False for commands, which must not create an empty database. True by default. */
  readonly mayCreate?: boolean;
}

const databaseName = 'earshot';
const onWindows = process.platform === 'win32';
const logLimit = 10 * 1024 * 1024;
const patience = 60_000;

/**
 * Starts the bundled PostgreSQL on `dataDirectory`, creating the cluster on the first start, or adopts one that is
 * already running, because the database outlives a killed server. Throws with the reason if it cannot run.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDirectory = resolve(options.dataDirectory);
  const throwAway = options.throwAway ?? false;
  if (options.mayCreate === false && !existsSync(join(dataDirectory, 'PG_VERSION'))) {
    throw new OperatorError(
      `There is no Earshot at ${dataDirectory}. Start Earshot there first, or pass its settings with --env-file FILE.`,
    );
  }
  const binaries = await embeddedBinaries(`${dataDirectory}.lib`);
  await mkdir(dirname(dataDirectory), { recursive: true });
  const identity = await embeddedIdentity(binaries, dataDirectory);
  if (!(await hasCluster(dataDirectory, binaries.major)))
    await createCluster(binaries, identity, dataDirectory, throwAway);
  const socket = await socketFolder(dataDirectory);
  const start = { dataDirectory, throwAway, binaries, identity, socket: socket.path };
  const { adopted, since } = await ensureRunning(start);
  const address = await addressOf(dataDirectory, socket.path);
  await createDatabase(address);
  const stop = async () => {
    if (await isInUse(address, since)) return;
    await stopPostmaster(dataDirectory);
    await socket.remove();
  };
  const revive = async () => {
    const postmaster = await readPostmaster(dataDirectory);
    if (!postmaster || !isAlive(postmaster.pid)) await ensureRunning(start);
  };
  return { address: withDatabase(address, databaseName), adopted, revive, stop };
}

/**
 * The address of the running embedded database, for commands that neither start nor stop it.
 * @throws OperatorError if it is not running
 */
export async function runningEmbeddedPostgres(folder: string): Promise<DatabaseAddress> {
  const dataDirectory = resolve(folder);
  const socket = await socketFolder(dataDirectory);
  if ((await connectOnce({ dataDirectory, socket: socket.path })) === undefined) {
    await socket.remove();
    throw new OperatorError(`The database in ${dataDirectory} is not running. Start Earshot.`);
  }
  return withDatabase(await addressOf(dataDirectory, socket.path), databaseName);
}

interface Start {
  readonly dataDirectory: string;
  readonly throwAway: boolean;
  readonly binaries: EmbeddedBinaries;
  readonly identity: EmbeddedIdentity;
  readonly socket: string;
}

interface Running {
  readonly adopted: boolean;
  /** When this process connected first, as PostgreSQL writes it. */
  readonly since: string;
}

/** Waits until the database accepts connections, starting it if necessary. */
async function ensureRunning(start: Start): Promise<Running> {
  const deadline = Date.now() + patience;
  let child: ChildProcess | undefined;
  let starts = 0;
  for (;;) {
    const since = await connectOnce(start);
    if (since !== undefined) return { adopted: !(await isOurs(start.dataDirectory, child)), since };
    if (Date.now() > deadline) break;
    const ended = !child || child.exitCode !== null || child.signalCode !== null;
    // Another server may be starting the same database, or old backends may still be exiting, so try a few times.
    if (ended && starts === 5) break;
    if (ended) {
      if (starts > 0) await sleep(200 * starts);
      starts += 1;
      await removeStalePid(start.dataDirectory);
      child = await spawnPostmaster(start);
    }
    await sleep(30);
  }
  const log = await readFile(logOf(start.dataDirectory), 'utf8').catch(() => '');
  const last = log.trimEnd().split('\n').slice(-8).join('\n');
  throw new Error(
    `The embedded database in ${start.dataDirectory} did not start. The end of its log:\n${last}`,
  );
}

// On Windows the child is pg_ctl, not the database.
const isOurs = async (dataDirectory: string, child: ChildProcess | undefined) =>
  child !== undefined && (onWindows || (await readPostmaster(dataDirectory))?.pid === child.pid);

const logOf = (dataDirectory: string) => join(dataDirectory, 'postgres.log');

async function spawnPostmaster({
  dataDirectory,
  throwAway,
  binaries,
  identity,
}: Start): Promise<ChildProcess> {
  await writeSettings(dataDirectory, { throwAway, port: onWindows ? await freePort() : undefined });
  const log = logOf(dataDirectory);
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logLimit) await truncate(log);
  const output = await open(log, 'a', 0o600);
  try {
    if (identity.user) await chown(log, identity.user.uid, identity.user.gid);
    // Windows administrators can only start PostgreSQL with pg_ctl, which drops their privileges first.
    const command = onWindows
      ? [binaries.pgCtl, 'start', '--no-wait', '-D', dataDirectory]
      : [...identity.prefix, binaries.postgres, '-D', dataDirectory];
    const child = spawn(command[0] ?? binaries.postgres, command.slice(1), {
      ...identity.user,
      // Its own session, so that neither Ctrl-C nor the end of this process reaches it.
      detached: true,
      cwd: '/',
      env: binaries.environment,
      stdio: ['ignore', output.fd, output.fd],
    });
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    await output.close();
  }
}

async function addressOf(dataDirectory: string, socket: string): Promise<DatabaseAddress> {
  const admin = { user: clusterAdmin, database: 'postgres' };
  if (!onWindows) return { ...admin, host: socket, port: 5432, trusted: true };
  const password = await readFile(join(dataDirectory, passwordFile), 'utf8');
  const port = (await readPostmaster(dataDirectory))?.port ?? 0;
  return { ...admin, host: '127.0.0.1', port, password, trusted: false };
}

/** Returns when PostgreSQL took the connection, as it writes times; undefined if it does not run. */
async function connectOnce({
  dataDirectory,
  socket,
}: Pick<Start, 'dataDirectory' | 'socket'>): Promise<string | undefined> {
  // Socket and pid files outlive a crash, so only a connection proves that it runs.
  if (!(await readPostmaster(dataDirectory))) return undefined;
  const client = new Client({
    ...clientConfig(await addressOf(dataDirectory, socket), undefined),
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ since: string }>(
      'select backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()',
    );
    return rows[0]?.since;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(address: DatabaseAddress): Promise<void> {
  const client = new Client(clientConfig(address, undefined));
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } catch (error) {
    // Two servers may start at once.
    const exists =
      error instanceof Error && 'code' in error && ['42P04', '23505'].includes(String(error.code));
    if (!exists) throw error;
  } finally {
    await client.end();
  }
}

/** A free port below the ephemeral range of operating systems. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const free = await new Promise<boolean>((settle) => {
      server.once('error', () => settle(false));
      server.listen(port, '127.0.0.1', () => settle(true));
    });
    if (!free) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
  throw new Error('No free port for the embedded database between 20000 and 30000.');
}
