import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Answer, Call, Sent } from '#contract/call.ts';
import { ErrorAnswer } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { fileTransport } from '#server/adapters/mail/file-transport.ts';
import { localBilling } from '#server/adapters/payments/local-billing.ts';
import { webPush } from '#server/adapters/push/web-push.ts';
import { diskSeals } from '#server/adapters/storage/disk-seals.ts';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import { buildApp } from '#server/app.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { giveSession, openSession } from '#server/identity/sessions.ts';
import { readConfig } from '#server/settings/config.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { aPerson, giveReviews, type Person } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import { type OwnTimes, ownTimes } from './own-times.ts';
import { mark } from './seats.ts';

/** Where somebody sits: every request comes from this address with this browser's mark, as far as it carries one. */
export interface Seat {
  readonly address: string;
  readonly deviceMark: string | undefined;
}

export interface Outcome<C extends Call> {
  readonly answer: Answer<C> | undefined;
  readonly code: string | undefined;
}

/** An empty database for one run, as the server and as the owner of its tables. */
export interface TrustDatabases {
  readonly app: Database;
  readonly owner: Database;
  close(): Promise<void>;
}

/** The application over HTTP with the defaults of production, on a clock that the bench moves. */
export interface TrustWorld {
  readonly deps: Dependencies & { readonly clock: OwnTimes };
  readonly owner: Database;
  person(person: Person & { readonly email?: string }): Promise<string>;
  /** A new session; answers its access token. */
  signIn(userId: string, seat: Seat): Promise<string>;
  call<C extends Call>(token: string, seat: Seat, call: C, sent: Sent<C>): Promise<Outcome<C>>;
  fetch(token: string, seat: Seat, path: string, init?: RequestInit): Promise<Response>;
  /** A track of an artist of its own; answers its id. */
  makeTrack(number: number, artist: { readonly hasPaidForLong: boolean }): Promise<string>;
  close(): Promise<void>;
}

/** What the largest plan gives a track. */
const placesOfTrack = 30;
/** One sound for all: whoever compares tracks compares them by their rows. */
const trackSeconds = 61;
const mostTries = 10;
const pauseMilliseconds = 1000;

export async function startTrustWorld(startsAt: Date, databases: TrustDatabases): Promise<TrustWorld> {
  const { app, owner } = databases;
  const folder = await mkdtemp(join(tmpdir(), 'earshot-trust-'));
  const clock = ownTimes(startsAt);
  const config = readConfig({
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'http://127.0.0.1:1',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@earshot.example',
    SUPPORT_EMAIL: 'help@earshot.example',
    ALLOW_LOCAL_BILLING: 'on',
    PAYOUT_RULE_BELOW_CENTS: '2000',
  });
  const keys = deriveServerKeys('the secret of a bench, 32 characters or more');
  const { publicUrl } = config;
  const deps = {
    config,
    database: app,
    clock,
    storage: diskStorage({ folder: join(folder, 'audio') }),
    mail: fileTransport({ folder: join(folder, 'mail'), from: config.mailFrom }),
    push: webPush({ clock, supportEmail: config.supportEmail }),
    billing: localBilling({ database: app, clock, publicUrl, signingKey: keys.billingNotices }),
    transferProviders: [],
    seals: diskSeals(join(folder, 'seals')),
    keys,
  };
  const server = await buildApp({ deps });
  clock.follow(server);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo; // a TCP server has one
  const url = `http://127.0.0.1:${port}`;
  const fetchAs = (token: string, seat: Seat, path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), {
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        authorization: `Bearer ${token}`,
        'x-forwarded-for': seat.address,
        ...clock.headers(),
        ...(seat.deviceMark ? { cookie: `device=${seat.deviceMark}` } : {}),
      },
    });
  const callOnce: TrustWorld['call'] = async (token, seat, called, sent) => {
    const { params = {}, body, idempotencyKey } = sent as Parts;
    const path = called.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const response = await fetchAs(token, seat, path, {
      method: called.method,
      headers: {
        ...(called.body ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(called.body ? { body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await response.json();
    // The server has parsed its answer with this call's schema.
    if (response.ok) return { answer: answer as Answer<typeof called>, code: undefined };
    return { answer: undefined, code: ErrorAnswer.parse(answer).error.code };
  };
  /** A machine that is busy with other work answers late, and a browser then asks again under the same key. */
  const call: TrustWorld['call'] = async (...asked) => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await callOnce(...asked);
      if (outcome.code !== 'unavailable' || tries === mostTries) return outcome;
      await setTimeout(pauseMilliseconds);
    }
  };
  const signIn: TrustWorld['signIn'] = async (userId, { address: from }) => {
    const opened = await app.transaction((tx) =>
      openSession(tx, deps, userId, { address: from, device: 'bench' }),
    );
    return (await giveSession(deps, { id: userId, email: `${userId}@example.org` }, opened)).session
      .accessToken;
  };
  const person: TrustWorld['person'] = async ({ email, ...rest }) => {
    const id = await aPerson(owner, rest);
    const set = 'update users set email = $2, email_normalized = $2, created_at = $3 where id = $1';
    await sql(owner, set, [id, email ?? `${id}@${id}.example`, clock.now()]);
    return id;
  };
  return {
    deps,
    owner: owner,
    person,
    signIn,
    call,
    fetch: fetchAs,
    makeTrack: async (number, { hasPaidForLong }) => {
      const artistId = await person({ userType: 'artist', displayName: `Artist ${number}` });
      const seat = {
        address: `192.${number >> 8}.${number & 255}.7`,
        deviceMark: mark(`artist${number}`),
      };
      const token = await signIn(artistId, seat);
      const uploadId = randomUUID();
      const sent = { method: 'PUT', body: anMp3({ seconds: trackSeconds, bitrate: 32, mark: uploadId }) };
      const uploaded = await fetchAs(token, seat, uploadContentPath(uploadId), {
        ...sent,
        headers: { 'content-type': 'audio/mpeg' },
      });
      if (!uploaded.ok) throw new Error(`The upload was refused: ${await uploaded.text()}`);
      const body = { uploadId, title: `Track ${number}`, genre: 'indie' as const };
      const made = await call(token, seat, api.tracks.createTrack, { body });
      if (!made.answer) throw new Error(`The track was refused: ${made.code}`);
      // As if a plan had paid for them: the house pays for few free uploads a month, and the queue would soon be empty.
      await giveReviews(owner, made.answer.id, placesOfTrack);
      if (hasPaidForLong) {
        const longAgo = new Date(clock.now().getTime() - 60 * 24 * 3600 * 1000);
        await sql(
          owner,
          `insert into billing_payments (id, subscription_id, user_id, amount_cents, currency, period_start, period_end, paid_at)
           values ($1, $1, $2, 9900, 'usd', $3, $3, $3)`,
          [`payment ${number}`, artistId, longAgo],
        );
      }
      return made.answer.id;
    },
    close: async () => {
      await server.close();
      await databases.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}
