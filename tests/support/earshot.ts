import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import type { Answer, Call, Sent } from '#contract/call.ts';
import { ErrorAnswer, type RefusalCode } from '#contract/errors.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';
import { giveSession, openSession } from '#server/accounts/sessions/open-session.ts';
import { localBilling } from '#server/adapters/billing/local-billing.ts';
import { handledEnds } from '#server/adapters/jobs/job-worker.ts';
import { type FileTransport, fileTransport } from '#server/adapters/mail/file-transport.ts';
import { postgresNews } from '#server/adapters/news/postgres-news.ts';
import { diskStorage } from '#server/adapters/object-storage/disk-storage.ts';
import { diskSeals } from '#server/adapters/seals/disk-seals.ts';
import { buildApp } from '#server/app.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { jobTasks } from '#server/scheduled-jobs.ts';
import { deriveServerKeys } from '#server/server-keys.ts';
import { readConfig } from '#server/settings/config.ts';
import { alarmsOf } from './alarms.ts';
import { analyseOnce } from './analyse-once.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { aPerson, type Person } from './rows.ts';
import { type TestClock, testClock } from './test-clock.ts';
import { everybodyKnown, wideBudget, wideLimits } from './wide-limits.ts';

/** What came back: the answer of a call that went well, else the refusal's code and details. */
export interface Outcome<C extends Call> {
  readonly status: number;
  readonly answer: Answer<C> | undefined;
  readonly code: RefusalCode | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly message: string | undefined;
}

/** Somebody who uses the API over HTTP. */
export interface ApiUser {
  readonly userId: string;
  readonly accessToken: string | undefined;
  call<C extends Call>(call: C, sent: Sent<C>): Promise<Outcome<C>>;
  /** The answer of a call that must go well. */
  get<C extends Call>(call: C, sent: Sent<C>): Promise<Answer<C>>;
  upload(file: BodyInit, uploadId?: string): Promise<Response>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

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

export async function startEarshot(
  environment: Record<string, string> = {},
  { startsAt = new Date(), billing, transferProviders = [], patience, shareMilliseconds = 0 }: Started = {},
): Promise<Earshot> {
  const testDatabase = await createTestDatabase(undefined, patience);
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
      const alarms = await alarmsOf(testDatabase.auditDatabase);
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
      if (alarms.length > 0) throw new Error(`The audit of the ledger found: ${alarms.join('; ')}`);
    },
  };
}

/** A real session of the user; answers its access token. */
async function openAccess(deps: Dependencies, userId: string, address = '127.0.0.1'): Promise<string> {
  const opened = await deps.database.transaction((tx) =>
    openSession(tx, deps, userId, { address, device: 'test' }),
  );
  const { session } = await giveSession(deps, { id: userId, email: `${userId}@example.org` }, opened);
  return session.accessToken;
}

/** A user of the API at this address, with an access token or without. */
export function apiUser(
  url: string,
  userId: string,
  accessToken: string | undefined,
  { address, deviceMark }: { address?: string | undefined; deviceMark?: string | undefined } = {},
): ApiUser {
  const bearer: Record<string, string> = {
    ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    ...(address ? { 'x-forwarded-for': address } : {}),
    ...(deviceMark ? { cookie: `device=${deviceMark}` } : {}),
  };
  const fetchPath = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), { ...init, headers: { ...bearer, ...headersOf(init) } });
  // What a call sends always has some of these parts; the contract types which.
  const sendTo = (called: Call, parts: Parts) => fetchPath(pathOf(called, parts), requestOf(called, parts));
  const call = async <C extends Call>(called: C, sent: Sent<C>): Promise<Outcome<C>> =>
    outcomeOf<C>(await sendTo(called, sent as Parts));
  return {
    userId,
    accessToken,
    call,
    get: async (called, sent) => {
      const { answer, status, code, message } = await call(called, sent);
      if (answer === undefined)
        throw new Error(`${called.method} ${called.path}: ${status} ${code} ${message}`);
      return answer;
    },
    upload: (file, uploadId = randomUUID()) =>
      fetchPath(uploadContentPath(uploadId), {
        method: 'PUT',
        body: file,
        headers: { 'content-type': 'audio/mpeg' },
      }),
    fetch: fetchPath,
  };
}

const headersOf = (init: RequestInit) => Object.fromEntries(new Headers(init.headers));

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

function pathOf(call: Call, { params = {}, query = {} }: Parts): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

function requestOf(call: Call, { body, idempotencyKey }: Parts): RequestInit {
  return {
    method: call.method,
    headers: {
      ...(call.body ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(call.body ? { body: JSON.stringify(body) } : {}),
  };
}

async function outcomeOf<C extends Call>(response: Response): Promise<Outcome<C>> {
  const body: unknown = await response.json();
  const { status } = response;
  // The server has parsed its answer with this call's schema.
  if (response.ok)
    return { status, answer: body as Answer<C>, code: undefined, details: {}, message: undefined };
  const { error } = ErrorAnswer.parse(body);
  return { status, answer: undefined, code: error.code, details: error.details, message: error.message };
}
