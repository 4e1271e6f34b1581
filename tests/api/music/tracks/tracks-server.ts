import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { uploadContentPath } from '#contract/upload-paths.ts';
import { localBilling } from '#server/adapters/payments/local-billing.ts';
import { webPush } from '#server/adapters/push/web-push.ts';
import { diskSeals } from '#server/adapters/storage/disk-seals.ts';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import type { ObjectStorage } from '#server/adapters/storage/object-storage.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { refuse } from '#server/foundation/refusals.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { audioRoute } from '#server/http/audio-route.ts';
import { answerErrors } from '#server/http/error-answers.ts';
import { callLimits } from '#server/http/guards.ts';
import { requestSource } from '#server/http/request-source.ts';
import { addSecurityHeaders } from '#server/http/security-headers.ts';
import { type Pace, uploadRoute } from '#server/http/upload-route.ts';
import { readConfig } from '#server/settings/config.ts';
import { type CutUpload, cutUpload, restOf } from '#tests/support/people/cut-upload.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { aPerson, type Person } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { type TestClock, testClock } from '#tests/support/world/test-clock.ts';
import { wideLimits } from '#tests/support/world/wide-limits.ts';

export interface TracksServer {
  readonly deps: Dependencies;
  readonly clock: TestClock;
  readonly testDatabase: TestDatabase;
  readonly url: string;
  /** A new person who is signed in. */
  signIn(person: Person): Promise<Caller>;
  /** PUTs a file as this caller. */
  upload(caller: Caller, file: BodyInit, uploadId?: string): Promise<Response>;
  /** Begins to PUT a file, or what is left of it, and breaks the connection after so many bytes of it have gone. */
  cutUpload(caller: Caller, cut: CutUpload): Promise<void>;
  /** PUTs the rest of a file as this caller. */
  goOn(caller: Caller, uploadId: string, file: Uint8Array<ArrayBuffer>, firstByte: number): Promise<Response>;
  /** Rows and files that uploads of this artist left, files of everybody. */
  leftovers(): Promise<{ rows: number; files: string[] }>;
  close(): Promise<void>;
}

export const bearer = ({ sessionId }: Caller) => ({ authorization: `Bearer ${sessionId}` });

/** The two raw routes over a real database and a real folder, on a port of their own. */
export async function startTracksServer(
  options: {
    pace?: Pace;
    environment?: Record<string, string>;
    leastFreeShare?: number;
    /** Instead of a folder of its own. */
    storage?: ObjectStorage;
    idleMilliseconds?: number;
    /** When the server's clock starts; now when not given. */
    startsAt?: Date | string;
  } = {},
): Promise<TracksServer> {
  const testDatabase = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'earshot-tracks-'));
  const clock = testClock(options.startsAt ?? new Date());
  const callers = new Map<string, Caller>();
  const keys = deriveServerKeys('a secret of the tests, 32 characters or more');
  const deps: Dependencies = {
    config: readConfig({ DATA_DIR: folder, RATE_LIMITS: wideLimits, ...options.environment }),
    database: testDatabase.database,
    clock,
    storage:
      options.storage ??
      diskStorage({
        folder: join(folder, 'audio'),
        ...(options.leastFreeShare === undefined ? {} : { leastFreeShare: options.leastFreeShare }),
      }),
    mail: { send: () => Promise.reject(new Error('Tracks send no mail.')) },
    push: webPush({ clock, supportEmail: 'help@earshot.example' }),
    billing: localBilling({
      database: testDatabase.database,
      clock,
      publicUrl: 'http://localhost:3000',
      signingKey: keys.billingNotices,
    }),
    transferProviders: [],
    seals: diskSeals(join(folder, 'seals')),
    keys,
  };
  const app = Fastify({ forceCloseConnections: true });
  answerErrors(app);
  addSecurityHeaders(app, 'http://localhost');
  await app.register(
    uploadRoute({
      deps,
      countCall: callLimits({ ...deps, ...requestSource(deps.config) }),
      authenticate: async ({ headers }) =>
        callers.get(headers.authorization ?? '') ?? refuse('not_authenticated'),
      ...(options.pace ? { pace: options.pace } : {}),
    }),
  );
  const { idleMilliseconds } = options;
  await app.register(audioRoute({ deps, ...(idleMilliseconds ? { idleMilliseconds } : {}) }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // a TCP server has one
  const url = `http://127.0.0.1:${port}`;
  return {
    deps,
    clock,
    testDatabase,
    url,
    signIn: async (person) => {
      const caller = await aSignedIn(testDatabase, person, clock.now());
      callers.set(bearer(caller).authorization, caller);
      return caller;
    },
    upload: (caller, body, uploadId = randomUUID()) =>
      fetch(`${url}/api/uploads/${uploadId}/content`, {
        method: 'PUT',
        body,
        headers: { ...bearer(caller), 'content-type': 'audio/mpeg' },
      }),
    cutUpload: (caller, cut) => cutUpload(url, caller.sessionId, cut),
    goOn: (caller, uploadId, file, firstByte) =>
      fetch(`${url}${uploadContentPath(uploadId)}`, {
        method: 'PUT',
        body: file.subarray(firstByte),
        headers: { ...bearer(caller), 'content-range': restOf(file, firstByte) },
      }),
    leftovers: async () => {
      const { rows } = await sqlRow(
        testDatabase.ownerDatabase,
        `select (select count(*) from uploads)::int + (select count(*) from audio_files)::int
              + (select count(*) from partial_uploads)::int + (select count(*) from upload_parts)::int as rows`,
      );
      const entries = await readdir(join(folder, 'audio'), { recursive: true, withFileTypes: true }).catch(
        () => [],
      );
      return { rows: Number(rows), files: entries.filter((entry) => entry.isFile()).map(({ name }) => name) };
    },
    close: async () => {
      await app.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function aSignedIn({ ownerDatabase }: TestDatabase, person: Person, now: Date): Promise<Caller> {
  const userId = await aPerson(ownerDatabase, person);
  const sessionId = randomUUID();
  await sql(
    ownerDatabase,
    "insert into sessions (id, user_id, key_encrypted, created_at, last_seen_at) values ($1, $2, '', $3, $3)",
    [sessionId, userId, now],
  );
  return { userId, sessionId, userType: person.userType ?? null, isAdmin: person.admin ?? false };
}

/** The refusal's code in an answer. */
export async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  return body &&
    typeof body === 'object' &&
    'error' in body &&
    body.error &&
    typeof body.error === 'object' &&
    'code' in body.error
    ? body.error.code
    : undefined;
}
