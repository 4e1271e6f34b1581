import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import { DatabaseUnavailable } from '#server/adapters/database/connections/database-unavailable.ts';
import { type FileTransport, fileTransport } from '#server/adapters/mail/file-transport.ts';
import type { StoredMail } from '#server/adapters/mail/mail-transport.ts';
import { localBilling } from '#server/adapters/payments/local-billing.ts';
import { webPush } from '#server/adapters/push/web-push.ts';
import { diskSeals } from '#server/adapters/storage/disk-seals.ts';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller, Client } from '#server/foundation/caller.ts';
import type { Handlers, RefreshCookie } from '#server/foundation/handlers.ts';
import { Refusal } from '#server/foundation/refusals.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { accountsRoutes } from '#server/identity/accounts-routes.ts';
import { authenticateCaller } from '#server/identity/authenticate-caller.ts';
import { mailRecoveryJob, mailRecoveryLink } from '#server/identity/change-password.ts';
import { sendQueuedMail } from '#server/identity/emails/mail-delivery.ts';
import { mailConfirmationJob, mailConfirmationLink } from '#server/identity/sign-up.ts';
import { readConfig } from '#server/settings/config.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { type TestClock, testClock } from '../world/test-clock.ts';
import { wideLimits } from '../world/wide-limits.ts';

/** The accounts of one test file: real database, real mail files, a clock of its own. */
export interface AccountsWorld {
  readonly db: TestDatabase;
  readonly deps: Dependencies;
  readonly clock: TestClock;
  readonly mailbox: FileTransport;
  readonly routes: Handlers<'accounts'>;
  /** Sends what is queued and gives the mails of an address, newest first. */
  mailsTo(address: string): Promise<StoredMail[]>;
  end(): Promise<void>;
}

export const goodPassword = 'four quiet blue kites';
export const laptop: Client = { address: '203.0.113.7', device: 'Laptop' };

export async function accountsWorld(): Promise<AccountsWorld> {
  const db = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'earshot-accounts-'));
  const clock = testClock();
  const mailbox = fileTransport({ folder: join(folder, 'mail'), from: 'hello@earshot.example', clock });
  const keys = deriveServerKeys('the secret of this server, 32 long');
  const deps: Dependencies = {
    config: readConfig({ PUBLIC_URL: 'https://earshot.example', DATA_DIR: folder, RATE_LIMITS: wideLimits }),
    database: db.database,
    clock,
    storage: diskStorage({ folder: join(folder, 'audio') }),
    mail: mailbox,
    push: webPush({ clock, supportEmail: 'help@earshot.example' }),
    billing: localBilling({
      database: db.database,
      clock,
      publicUrl: 'http://localhost:3000',
      signingKey: keys.billingNotices,
    }),
    transferProviders: [],
    seals: diskSeals(join(folder, 'seals')),
    keys,
  };
  const quiet = new Logger(() => () => undefined);
  const taskList = {
    'send-mail': (payload: unknown) => sendQueuedMail(deps, textOf(payload, 'mailId'), quiet),
    [mailRecoveryJob]: (payload: unknown) => mailRecoveryLink(deps, textOf(payload, 'emailNormalized')),
    [mailConfirmationJob]: (payload: unknown) =>
      mailConfirmationLink(deps, textOf(payload, 'emailNormalized')),
  };
  return {
    db,
    deps,
    clock,
    mailbox,
    routes: accountsRoutes(deps),
    mailsTo: async (address) => {
      await runOnce({ pgPool: db.pool, taskList, logger: quiet, noHandleSignals: true });
      const mails = await mailbox.list(1000);
      return mails.filter((mail) => mail.to.address === address);
    },
    end: async () => {
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function textOf(payload: unknown, name: string): string {
  const given = new Map(Object.entries(payload ?? {})).get(name);
  if (typeof given !== 'string') throw new Error(`A job without ${name}.`);
  return given;
}

export interface CookieJar extends RefreshCookie {
  token: string | undefined;
  signUpProof: string | undefined;
}

/** A browser's cookies. */
export const cookieJar = (token?: string): CookieJar => {
  const jar: CookieJar = {
    token,
    deviceMark: 'a browser of tests',
    keptMark: 'a browser of tests',
    read: () => jar.token,
    readForLink: () => jar.token,
    set: (next) => {
      jar.token = next;
    },
    keepMark: () => undefined,
    clear: () => {
      jar.token = undefined;
    },
    signUpProof: undefined,
    readSignUpProof: () => jar.signUpProof,
    setSignUpProof: (proof) => {
      jar.signUpProof = proof;
    },
    clearSignUpProof: () => {
      jar.signUpProof = undefined;
    },
  };
  return jar;
};

/** A request as the server hands it to a public call. */
export const anonymously = (client: Client = laptop, refreshCookie: RefreshCookie = cookieJar()) => ({
  caller: undefined,
  client,
  refreshCookie,
});

export interface SignedIn {
  readonly email: string;
  readonly userId: string;
  readonly accessToken: string;
  readonly jar: CookieJar;
  readonly caller: Caller;
}

let people = 0;

/** The token of the newest link of its kind that was mailed to an address. */
export async function tokenMailedTo(
  world: AccountsWorld,
  address: string,
  kind: 'signup' | 'recovery' | 'email_change' = 'signup',
): Promise<string> {
  const link = new RegExp(`#type=${kind}&token=([\\w-]+)`);
  const mails = await world.mailsTo(address);
  const token = mails.map(({ text }) => link.exec(text)?.[1]).find(Boolean);
  if (!token) throw new Error(`No link was mailed to ${address}.`);
  return token;
}

/** Signs up a new person and follows the link of the mail. */
export async function aConfirmedPerson(world: AccountsWorld, name = 'kim'): Promise<string> {
  people += 1;
  const email = `${name}${people}@example.org`;
  // Another address for everybody, so that no test meets the limit of another.
  const client = { address: `10.${people >> 8}.${people & 255}.1`, device: 'Phone' };
  await world.routes.signUp({ ...anonymously(client), body: { email, password: goodPassword } });
  const token = await tokenMailedTo(world, email);
  await world.routes.confirmEmail({
    ...anonymously(client),
    body: { type: 'signup', token, password: goodPassword },
  });
  return email;
}

export async function signInAs(
  world: AccountsWorld,
  email: string,
  client = laptop,
  password = goodPassword,
): Promise<SignedIn> {
  const jar = cookieJar();
  const session = await world.routes.signIn({
    ...anonymously(client, jar),
    body: { email, password },
  });
  const caller = await authenticateCaller(world.deps, session.accessToken);
  return { email, userId: session.user.id, accessToken: session.accessToken, jar, caller };
}

/** Asks again while the server is too busy, as a client does after a 503. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  }
}

/** The code of a refusal, or 'done' when there was none. */
export const outcomeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
