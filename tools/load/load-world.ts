import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ConnectedDatabase,
  connectDatabase,
} from '#server/adapters/database/connections/postgres-database.ts';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startDatabaseClock } from '#server/adapters/database/database-clock.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import { deriveServerKeys, type ServerKeys } from '#server/foundation/server-keys.ts';
import { giveSession, openSession } from '#server/identity/sessions.ts';
import { readConfig } from '#server/settings/config.ts';
import { aPerson, type Person } from '#tests/support/world/rows.ts';
import {
  type ServerProcess,
  type StartOptions,
  startServerProcess,
} from '#tests/support/world/server-process.ts';
import { sql } from '#tests/support/world/sql.ts';
import { everybodyKnown, wideLimits } from '#tests/support/world/wide-limits.ts';

const run = promisify(execFile);
const secret = 'the secret of a machine that is thrown away';
const root = join(import.meta.dirname, '../..');

export interface SignedIn {
  readonly userId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** An installation for measuring and breaking: a durable database, people, and servers as processes. */
export interface LoadWorld {
  readonly dataDirectory: string;
  /** For everything except Earshot's data: journals and settings of drivers. Never on the limited volume. */
  readonly workDirectory: string;
  readonly address: DatabaseAddress;
  readonly owner: ConnectedDatabase;
  readonly app: ConnectedDatabase;
  /** The servers' keys. */
  readonly keys: ServerKeys;
  /** The same for every server, so that a restarted one is where it was. */
  readonly url: string;
  startServer(more?: Record<string, string>, options?: StartOptions): Promise<ServerProcess>;
  person(person: Person): Promise<string>;
  /** Opens a new session, because access tokens live for 15 minutes. */
  signIn(userId: string): Promise<SignedIn>;
  /** A free port for a service that the server calls. */
  freePort(): Promise<number>;
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Limits the data to a volume of this size; needs root on Linux. */
  readonly volumeMegabytes?: number;
  /** For DATABASE_URL: a database that the caller starts and stops; by default the embedded one. */
  readonly databaseUrl?: string;
}

export async function makeLoadWorld({
  volumeMegabytes = 0,
  databaseUrl,
}: WorldOptions = {}): Promise<LoadWorld> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'earshot-load-'));
  const dataDirectory = join(workDirectory, 'data');
  await mkdir(dataDirectory);
  if (volumeMegabytes > 0)
    await run('mount', ['-t', 'tmpfs', '-o', `size=${volumeMegabytes}m`, 'tmpfs', dataDirectory]);
  // Under root the database runs as another user, who must be able to enter the folder.
  for (const folder of [workDirectory, dataDirectory]) await chmod(folder, 0o755);
  const { address, stop } = databaseUrl
    ? { address: { url: databaseUrl }, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ dataDirectory: join(dataDirectory, 'postgres') });
  await migrate({ address, folder: join(root, 'migrations') });
  const owner = await connectDatabase({ address, role: 'earshot_owner', poolSize: 4 });
  const app = await connectDatabase({ address, role: 'earshot_app', poolSize: 20 });
  // The last server to stop also stops the database, unless others are connected. The pool closes idle connections, so
  // this keeps one in use.
  const staying = setInterval(() => sql(owner.database, 'select 1').catch(() => undefined), 4_000);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    DATA_DIR: dataDirectory,
    PORT: String(port),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    PUBLIC_URL: url,
    SERVER_SECRET: secret,
    RATE_LIMITS: wideLimits,
    STANDING_BOUNDS: everybodyKnown,
    LOG_LEVEL: 'warn',
  };
  const servers: ServerProcess[] = [];
  const config = readConfig(environment);
  const deps = { config, keys: deriveServerKeys(secret), clock: await startDatabaseClock(app.database) };
  return {
    dataDirectory,
    workDirectory,
    address,
    owner,
    app,
    keys: deps.keys,
    url,
    startServer: async (more = {}, options = {}) => {
      const server = await startServerProcess({ ...environment, ...more }, options);
      servers.push(server);
      return server;
    },
    person: (person) => aPerson(owner.database, person),
    signIn: async (userId) => {
      const opened = await app.database.transaction((tx) =>
        openSession(tx, deps, userId, { address: '127.0.0.1', device: 'load' }),
      );
      const { session } = await giveSession(deps, { id: userId, email: `${userId}@example.org` }, opened);
      return { userId, accessToken: session.accessToken, refreshToken: opened.refreshToken };
    },
    freePort,
    close: async () => {
      clearInterval(staying);
      for (const server of servers) await server.stop();
      await owner.database.close();
      await app.database.close();
      await stop();
      if (volumeMegabytes > 0) await run('umount', ['--lazy', dataDirectory]);
      await rm(workDirectory, { recursive: true, force: true });
    },
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
