import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import { postgresNews } from '#server/adapters/database/news.ts';
import { handledEnds } from '#server/adapters/jobs/job-worker.ts';
import { type FileTransport, fileTransport } from '#server/adapters/mail/file-transport.ts';
import { localBilling } from '#server/adapters/payments/local-billing.ts';
import { webPush } from '#server/adapters/push/web-push.ts';
import { diskSeals } from '#server/adapters/storage/disk-seals.ts';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import { buildApp } from '#server/app.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { giveSession, openSession } from '#server/identity/sessions.ts';
import { readConfig } from '#server/settings/config.ts';
import { jobTasks } from '#server/start/scheduled-jobs.ts';
import { alarmsOf } from '../people/alarms.ts';
import { type ApiUser, apiUser } from '../people/api-user.ts';
import { analyseOnce } from './analyse-once.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { aPerson, type Person } from './rows.ts';
import { type TestClock, testClock } from './test-clock.ts';
import { everybodyKnown, wideBudget, wideLimits } from './wide-limits.ts';

/** The whole application on a real database and a real folder, with a clock that the test moves. */
export interface Earshot {
  readonly url: string;
  readonly deps: Dependencies;
  readonly clock: TestClock;
  readonly testDatabase: TestDatabase;
  readonly mailbox: FileTransport;
  readonly nobody: ApiUser;
  /**
   * Creates a user and signs them in, from this machine unless an address is given. The server uses the address only if it
   * trusts this machine as a proxy.
   */
  signIn(person: Person, address?: string, deviceMark?: string): Promise<ApiUser>;
  /** Another session of a user. */
  signInAgain(userId: string, address?: string, deviceMark?: string): Promise<ApiUser>;
  /** Runs every job that is due, until there is none. */
  runJobs(): Promise<void>;
  /** The names of the stored audio files. */
  storedFiles(): Promise<string[]>;
  /** Stops it. Fails if the audit of its ledger finds something. */
  close(): Promise<void>;
}

/**
 * A Wednesday noon in the middle of a month, far from any turn. Rows that the database dates itself (defaults and the
 * ledger, with its now()) lie years before it, so it is for tests that compare none of these with the server's clock.
 */
export const fixedStart = '2030-05-15T12:00:00.000Z';

export interface Started {
  /** When the server's clock starts; now when not given. */
  readonly startsAt?: Date | string;
  /** The billing provider; the local one when not given. */
  readonly billing?: Dependencies['billing'];
  /** The providers that send payouts; none when not given. */
  readonly transferProviders?: Dependencies['transferProviders'];
  /** Sends push messages; only to the services of the browsers when not given. */
  readonly push?: Dependencies['push'];
  /** Multiplies how long it waits for the database. */
  readonly patience?: number;
  /** How long signed-out visitors share a response; 0 when not given, because tests read what they have just written. */
  readonly shareMilliseconds?: number;
}

/** Every finished job would be a line of the output. */
const warnings = new Logger(() => (level, message) => {
  if (level === 'warning' || level === 'error') console.warn(message);
});

/** Starts the application on a database of its own. */
export async function startEarshot(
  environment: Record<string, string> = {},
  {
    startsAt = new Date(),
    billing,
    transferProviders = [],
    push,
    patience,
    shareMilliseconds = 0,
  }: Started = {},
): Promise<Earshot> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-api-'));
  const clock = testClock(startsAt);
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: wideLimits,
    STANDING_BOUNDS: everybodyKnown,
    FREE_BUDGET_LEAST_CENTS: wideBudget,
    ...environment,
  });
  const testDatabase = await createTestDatabase(undefined, patience);
  const mailbox = fileTransport({ folder: join(folder, 'mail'), from: config.mailFrom, clock });
  const keys = deriveServerKeys('a secret of the tests, 32 characters or more');
  const deps: Dependencies = {
    config,
    database: testDatabase.database,
    clock,
    storage: diskStorage({ folder: join(folder, 'audio') }),
    mail: mailbox,
    push: push ?? webPush({ clock, supportEmail: config.supportEmail }),
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
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // a TCP server has one
  const url = `http://127.0.0.1:${port}`;
  return {
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
    close: async () => {
      await app.close();
      await news.close();
      // Only now has everything happened that the test has begun.
      const alarms = await alarmsOf(testDatabase.auditDatabase);
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
      if (alarms.length > 0) throw new Error(`The audit of the ledger found: ${alarms.join('; ')}`);
    },
  };
}

/** Opens a session of the user. Returns its access token. */
async function openAccess(deps: Dependencies, userId: string, address = '127.0.0.1'): Promise<string> {
  const opened = await deps.database.transaction((tx) =>
    openSession(tx, deps, userId, { address, device: 'test' }),
  );
  const { session } = await giveSession(deps, { id: userId, email: `${userId}@example.org` }, opened);
  return session.accessToken;
}
