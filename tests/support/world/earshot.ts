import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Logger, runOnce } from 'graphile-worker';
import { localBilling } from '#server/adapters/billing/local-billing.ts';
import { handledEnds } from '#server/adapters/jobs/job-worker.ts';
import { type FileTransport, fileTransport } from '#server/adapters/mail/file-transport.ts';
import { postgresNews } from '#server/adapters/news/postgres-news.ts';
import { diskStorage } from '#server/adapters/object-storage/disk-storage.ts';
import { diskSeals } from '#server/adapters/seals/disk-seals.ts';
import { buildApp } from '#server/app.ts';
import type { Dependencies } from '#server/foundation/dependencies.ts';
import { jobTasks } from '#server/foundation/scheduled-jobs.ts';
import { connectLocalBilling } from '#server/http/billing-route.ts';
import { giveSession, openSession } from '#server/identity/sessions/open-session.ts';
import { deriveServerKeys } from '#server/keys/server-keys.ts';
import { readConfig } from '#server/settings/config.ts';
import { alarmsOf } from '../people/alarms.ts';
import { type ApiUser, apiUser } from '../people/api-user.ts';
import { analyseOnce } from './analyse-once.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { isTestersServer } from './database-cluster.ts';
import { leaveIdle, type RunningEarshot, takeIdle } from './idle-earshots.ts';
import { type ReusedDatabase, reuseDatabase } from './reused-database.ts';
import { aPerson, type Person } from './rows.ts';
import { type TestClock, testClock } from './test-clock.ts';
import { everybodyKnown, wideBudget, wideLimits } from './wide-limits.ts';

/** The whole application over a real database and a real folder, with a clock that the test moves. */
export interface Earshot {
  readonly url: string;
  readonly deps: Dependencies;
  readonly clock: TestClock;
  readonly testDatabase: TestDatabase;
  readonly mailbox: FileTransport;
  readonly nobody: ApiUser;
  /**
   * A new person, signed in, from this machine unless an address is given. The server believes addresses only if it trusts
   * this machine as a proxy.
   */
  signIn(person: Person, address?: string, deviceMark?: string): Promise<ApiUser>;
  /** A further session of somebody. */
  signInAgain(userId: string, address?: string, deviceMark?: string): Promise<ApiUser>;
  /** Works on every job that is due, until there is none. */
  runJobs(): Promise<void>;
  /** Names of the stored audio files. */
  storedFiles(): Promise<string[]>;
  /** Stops it and audits its ledger: a test file after which the books are not clean fails. */
  close(): Promise<void>;
}

/**
 * A Wednesday noon in the middle of a month, far from any turn. Rows that the database dates itself (defaults and the
 * ledger, with its now()) lie years before it, so it is for tests that compare none of these with the server's clock.
 */
export const fixedStart = '2030-05-15T12:00:00.000Z';

interface Started {
  /** When the server's clock starts; now when not given. */
  readonly startsAt?: Date | string;
  /** Nobody has used this server before: it has counted, logged and remembered nothing. */
  readonly mustBeNew?: true;
  /** The billing provider; the local one when not given. */
  readonly billing?: Dependencies['billing'];
  /** Who carries payouts; nobody when not given. */
  readonly transferProviders?: Dependencies['transferProviders'];
  /** How many times as long as in production it waits for the database. */
  readonly patience?: number;
  /** How old an answer may be that everyone shares; 0 when not given: tests read what they have just written. */
  readonly shareMilliseconds?: number;
}

/** Every finished job would be a line of the output. */
const warnings = new Logger(() => (level, message) => {
  if (level === 'warning' || level === 'error') console.warn(message);
});

/**
 * Starts the application, or reuses one that an earlier test of this process has closed, which is then empty: that takes a third
 * of the time. With `mustBeNew`, or any option but `startsAt`, it is used once. Nobody may use it once it is closed.
 */
export async function startEarshot(
  environment: Record<string, string> = {},
  started: Started = {},
): Promise<Earshot> {
  const { startsAt = new Date(), ...others } = started;
  const isReused = Object.keys(others).length === 0 && !isTestersServer;
  const settings = isReused ? JSON.stringify(environment) : undefined;
  const running = takeIdle(settings) ?? (await openEarshot(environment, started, isReused));
  running.earshot.clock.restart(startsAt);
  let isClosed = false;
  const close = async () => {
    if (isClosed) throw new Error('This application is closed already: another test may use it now.');
    isClosed = true;
    await leaveIdle(settings, running);
  };
  return { ...running.earshot, close };
}

async function openEarshot(
  environment: Record<string, string>,
  { startsAt, billing, transferProviders = [], patience, shareMilliseconds = 0 }: Started,
  isReused: boolean,
): Promise<RunningEarshot> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-api-'));
  const clock = testClock(startsAt);
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: wideLimits,
    STANDING_BOUNDS: everybodyKnown,
    FREE_BUDGET_LEAST_CENTS: wideBudget,
    EXTRA_PLACES_A_DAY_CENTS: '0',
    ...environment,
  });
  const testDatabase = await createTestDatabase(undefined, patience);
  const reused = isReused ? await reuseDatabase(testDatabase.address) : undefined;
  const mailbox = fileTransport({ folder: join(folder, 'mail'), from: config.mailFrom, clock });
  const keys = deriveServerKeys('a secret of the tests, 32 characters or more');
  const deps: Dependencies = {
    config,
    database: testDatabase.database,
    publicReads: testDatabase.database,
    clock,
    storage: diskStorage({ folder: join(folder, 'audio') }),
    mail: mailbox,
    billing:
      billing ??
      localBilling({
        database: testDatabase.database,
        clock,
        publicUrl: config.publicUrl,
        signingKey: keys.billingNotices,
      }),
    transferProviders,
    seals: diskSeals(join(folder, 'seals')),
    keys,
  };
  const news = postgresNews(testDatabase.address);
  const app = await buildApp({ deps, news, shareMilliseconds });
  const wasCut = watchCuts(app.server);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // a TCP server has one
  const url = `http://127.0.0.1:${port}`;
  const earshot: Omit<Earshot, 'close'> = {
    url,
    deps,
    clock,
    testDatabase,
    mailbox,
    nobody: apiUser(url, '', undefined),
    signIn: async (person, address, deviceMark) => {
      const userId = await aPerson(testDatabase.ownerDatabase, person);
      return apiUser(url, userId, await openAccess(deps, userId, address), { address, deviceMark });
    },
    signInAgain: async (userId, address, deviceMark) =>
      apiUser(url, userId, await openAccess(deps, userId, address), { address, deviceMark }),
    runJobs: () =>
      runOnce({
        pgPool: testDatabase.pool,
        preset: handledEnds,
        logger: warnings,
        taskList: jobTasks(deps, analyseOnce),
        noHandleSignals: true,
      }),
    storedFiles: async () => {
      const entries = await readdir(join(folder, 'audio'), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
  };
  return {
    earshot,
    audit: () => alarmsOf(testDatabase.auditDatabase),
    settle: async () => !wasCut() && !testDatabase.pool.ending && (await becomesQuiet(app.server, reused)),
    empty: async () => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { mode: 0o700 });
      // A test may have built another application with the same parts, which then gets the billing notices.
      connectLocalBilling(app, deps.billing);
      await testDatabase.resetSessions();
      return reused?.empty() ?? false;
    },
    stop: async () => {
      await app.close();
      await news.close();
    },
    remove: async () => {
      await reused?.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Tells whether a client has left before it got its whole response. What the server does for it goes on. */
function watchCuts(server: Server): () => boolean {
  let wasCut = false;
  server.on('request', (_, response: ServerResponse) =>
    response.once('close', () => {
      wasCut ||= !response.writableFinished;
    }),
  );
  return () => wasCut;
}

/** Closes the connections of a server that nobody waits at. Answers whether there are no others, and its database is quiet. */
async function becomesQuiet(server: Server, database: ReusedDatabase | undefined): Promise<boolean> {
  const count = promisify(server.getConnections.bind(server));
  for (let tries = 0; tries < 20; tries += 1) {
    server.closeIdleConnections();
    if ((await count()) === 0 && (await database?.isQuiet())) return true;
    await sleep(10);
  }
  return false;
}

/** A real session of the user; answers its access token. */
async function openAccess(deps: Dependencies, userId: string, address = '127.0.0.1'): Promise<string> {
  const opened = await deps.database.transaction((tx) =>
    openSession(tx, deps, userId, { address, device: 'test' }),
  );
  const { session } = await giveSession(deps, { id: userId, email: `${userId}@example.org` }, opened);
  return session.accessToken;
}
