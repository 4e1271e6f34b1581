import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, Call, Sent } from '#contract/call.ts';
import { ErrorAnswer } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';
import { giveSession, openSession } from '#server/accounts/sessions/open-session.ts';
import { localBilling } from '#server/adapters/billing/local-billing.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded-postgres.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { connectDatabase } from '#server/adapters/database/postgres-database.ts';
import { fileTransport } from '#server/adapters/mail/file-transport.ts';
import { diskStorage } from '#server/adapters/object-storage/disk-storage.ts';
import { diskSeals } from '#server/adapters/seals/disk-seals.ts';
import { buildApp } from '#server/app.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { deriveServerKeys } from '#server/server-keys.ts';
import { readConfig } from '#server/settings/config.ts';
import { anMp3 } from '#tests/support/audio-files.ts';
import { aPerson, type Person } from '#tests/support/rows.ts';
import { sql } from '#tests/support/sql.ts';
import { type SteppingClock, steppingClock } from '../../../scripts/seed/stepping-clock.ts';

/** Where somebody sits: every request comes from this address with this browser's mark, as far as it carries one. */
export interface Seat {
  readonly address: string;
  readonly deviceMark: string | undefined;
}

export interface Outcome<C extends Call> {
  readonly answer: Answer<C> | undefined;
  readonly code: string | undefined;
}

/** The application over HTTP with the defaults of production, on a clock that the bench moves. */
export interface TrustWorld {
  readonly deps: Dependencies & { readonly clock: SteppingClock };
  readonly owner: Database;
  person(person: Person & { readonly email?: string }): Promise<string>;
  /** A new session; answers its access token. */
  signIn(userId: string, seat: Seat): Promise<string>;
  call<C extends Call>(token: string, seat: Seat, call: C, sent: Sent<C>): Promise<Outcome<C>>;
  fetch(token: string, seat: Seat, path: string, init?: RequestInit): Promise<Response>;
  makeTrack(number: number): Promise<void>;
  close(): Promise<void>;
}

/** Beyond what the bench serves, so that no track runs out of places before its listeners do. */
const manyPlaces = 1_000_000;
const root = join(import.meta.dirname, '../../..');

export async function startTrustWorld(startsAt: Date): Promise<TrustWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-trust-'));
  await chmod(folder, 0o755); // As root the database runs as another user, who must be able to enter.
  const { address, stop } = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'pg'),
    throwAway: true,
  });
  await migrate({ address, folder: join(root, 'migrations') });
  const app = await connectDatabase({ address, role: 'earshot_app', poolSize: 6, throwAway: true });
  const owner = await connectDatabase({ address, role: 'earshot_owner', poolSize: 2, throwAway: true });
  const clock = steppingClock(startsAt);
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
  });
  const keys = deriveServerKeys('the secret of a bench, 32 characters or more');
  const { publicUrl } = config;
  const deps = {
    config,
    database: app.database,
    publicReads: app.database,
    clock,
    storage: diskStorage({ folder: join(folder, 'audio') }),
    mail: fileTransport({ folder: join(folder, 'mail'), from: config.mailFrom }),
    billing: localBilling({ database: app.database, clock, publicUrl, signingKey: keys.billingNotices }),
    transferProviders: [],
    seals: diskSeals(join(folder, 'seals')),
    keys,
  };
  const server = await buildApp({ deps });
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
        ...(seat.deviceMark ? { cookie: `device=${seat.deviceMark}` } : {}),
      },
    });
  const call: TrustWorld['call'] = async (token, seat, called, sent) => {
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
  const signIn: TrustWorld['signIn'] = async (userId, { address: from }) => {
    const opened = await app.database.transaction((tx) =>
      openSession(tx, deps, userId, { address: from, device: 'bench' }),
    );
    return (await giveSession(deps, { id: userId, email: `${userId}@example.org` }, opened)).session
      .accessToken;
  };
  const person: TrustWorld['person'] = async ({ email, ...rest }) => {
    const id = await aPerson(owner.database, rest);
    const set = 'update users set email = $2, email_normalized = $2, created_at = $3 where id = $1';
    await sql(owner.database, set, [id, email ?? `${id}@${id}.example`, clock.now()]);
    return id;
  };
  return {
    deps,
    owner: owner.database,
    person,
    signIn,
    call,
    fetch: fetchAs,
    makeTrack: async (number) => {
      const artistId = await person({ userType: 'artist', displayName: `Artist ${number}` });
      const seat = { address: `192.0.${number >> 8}.${number & 255}`, deviceMark: undefined };
      const token = await signIn(artistId, seat);
      const uploadId = randomUUID();
      const sent = { method: 'PUT', body: anMp3({ seconds: 66, bitrate: 32, mark: uploadId }) };
      const uploaded = await fetchAs(token, seat, uploadContentPath(uploadId), {
        ...sent,
        headers: { 'content-type': 'audio/mpeg' },
      });
      if (!uploaded.ok) throw new Error(`The upload was refused: ${await uploaded.text()}`);
      const body = { uploadId, title: `Track ${number}`, genre: 'indie' as const };
      const made = await call(token, seat, api.tracks.createTrack, { body });
      if (!made.answer) throw new Error(`The track was refused: ${made.code}`);
      await sql(owner.database, 'update artist_tracks set review_target = $2 where id = $1', [
        made.answer.id,
        manyPlaces,
      ]);
    },
    close: async () => {
      await server.close();
      await app.database.close();
      await owner.database.close();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}
