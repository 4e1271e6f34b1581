import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectLender } from '#server/adapters/database/connections/postgres-database.ts';
import { storeFirstFingerprint } from '#server/adapters/database/secret-fingerprint.ts';
import { handledEvents } from '#server/adapters/payments/stripe-notices.ts';
import { recordBackup } from '#server/adapters/storage/backups.ts';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { readConfig } from '#server/settings/config.ts';
import { startS3StandIn } from '#tests/support/stand-ins/s3-stand-in.ts';
import { standInPrices, startStripe } from '#tests/support/stand-ins/stripe-stand-in.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '#tests/support/world/database.ts';
import { sql } from '#tests/support/world/sql.ts';
import { clockFinding } from '../../../scripts/doctor/check-clock.ts';
import { type ExamineOptions, examine } from '../../../scripts/doctor/examine.ts';
import { examineSettings } from '../../../scripts/doctor/read-settings.ts';

const secret = 'the secret of the doctor, 32 characters';
const gibibyte = 2 ** 30;

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
  await storeFirstFingerprint(db.database, deriveServerKeys(secret).fingerprint);
});
afterAll(() => db.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-doctor-'));
});
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await rm(folder, { recursive: true, force: true });
});

/** What it says of one part, each as `light: text > cure`. */
async function told(part: string, environment: Record<string, string> = {}, options: ExamineOptions = {}) {
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: urlOf(db.address),
    DATABASE_POOL: '5',
    SERVER_SECRET: secret,
    PORT: '1',
    ...environment,
  });
  const space = { freeBytes: 500 * gibibyte, totalBytes: 1000 * gibibyte };
  const findings = await examine(config, { throwAway: true, spaceOf: async () => space, ...options });
  return findings
    .filter((one) => one.part === part)
    .map(({ light, text, cure }) => `${light}: ${text}${cure ? ` > ${cure}` : ''}`);
}

test('a good database is green, with its version, its tables, the secret and the clock', async () => {
  expect(await told('database')).toEqual([
    expect.stringMatching(/^green: PostgreSQL \d+.* it is on this machine\.$/),
    'green: The tables match this version.',
  ]);
  expect(await told('secret')).toEqual(['green: SERVER_SECRET matches the fingerprint in the database.']);
  expect(await told('clock')).toEqual(["green: This machine's clock matches the database's."]);
});

test('with a separate server user the tables are read as their owner', async () => {
  await asAdministrator(db.address, (client) =>
    client.query('create role doctor_server login noinherit; grant earshot_app to doctor_server'),
  );
  stops.push(() => asAdministrator(db.address, (client) => client.query('drop role doctor_server')));
  const server = new URL(urlOf(db.address));
  server.username = 'doctor_server';
  const settings = { DATABASE_URL: server.href, DATABASE_OWNER_URL: urlOf(db.address) };
  expect((await told('database', settings)).at(-1)).toBe('green: The tables match this version.');
  expect(await told('secret', settings)).toEqual([expect.stringMatching(/^green: SERVER_SECRET matches/)]);
  expect(await told('doctor', settings)).toEqual([]);
});

test('an unreachable host and a missing database are red, each with the reason', async () => {
  const of = async (url: string) => (await told('database', { DATABASE_URL: url })).join();
  expect(await of('postgres://a:b@127.0.0.1:1/earshot')).toMatch(
    /^red: The database at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/,
  );
  const missing = new URL(urlOf(db.address));
  missing.pathname = '/nothing';
  expect(await of(missing.href)).toMatch(/^red: DATABASE_URL: there is no database "nothing"/);
});

test('a database that may lose commits is red', async () => {
  expect((await told('database', {}, { throwAway: false })).join()).toMatch(
    /^red: This database could lose committed money in a crash: fsync is off/,
  );
});

test('emails that wait, jobs that failed or stopped, and a halted ledger are reported', async () => {
  expect(await told('jobs')).toEqual(['green: No job has failed for good.']);
  expect(await told('ledger')).toEqual(['green: The ledger has not been audited yet.']);
  const own = db.ownerDatabase;
  await sql(
    own,
    `insert into outbox (recipient_name, recipient_address, subject, body_text, body_html, created_at)
     values ('', 'kim@example.org', 'Hello', 'Hello', 'Hello', now() - interval '2 hours')`,
  );
  expect((await told('mail'))[0]).toMatch(/^red: 1 email is waiting, the oldest for 2 h\./);
  await sql(own, "select graphile_worker.add_job('send-mail', run_at => now() - interval '6 minutes')");
  await sql(own, 'update graphile_worker._private_jobs set attempts = max_attempts');
  expect((await told('jobs')).join()).toMatch(/^yellow: 1 job failed too many times/);
  await sql(own, 'update graphile_worker._private_jobs set attempts = 0');
  expect(await told('jobs')).toEqual(['green: No job has failed for good.']);
  const worker = connectLender({
    address: db.address,
    role: 'earshot_app',
    poolSize: 1,
    applicationName: 'earshot jobs',
  });
  stops.push(() => worker.database.close());
  await worker.pool.query('select 1');
  await sql(
    own,
    `insert into graphile_worker._private_known_crontabs values ('send-payouts', now(), now() + interval '2 hours')`,
  );
  expect(await told('jobs')).toEqual([
    expect.stringMatching(/^red: 1 recurring job has stopped: send-payouts\. > /),
    expect.stringMatching(/^red: The oldest due job has waited 6 min/),
  ]);
  await sql(own, "insert into ledger.halts (reason) values ('A1: does not add up')");
  expect((await told('ledger')).join()).toMatch(/^red: Payouts are halted: A1: does not add up > /);
  for (const table of ['outbox', 'ledger.halts', 'graphile_worker._private_jobs'])
    await sql(own, `delete from ${table}`);
});

test('an oversized pool is yellow', async () => {
  expect(await told('database', { DATABASE_POOL: '200' })).toContainEqual(
    expect.stringMatching(/^yellow: One server may open 208 connections.*DATABASE_POOL/),
  );
});

test('a different secret and a missing one are red, and none is created', async () => {
  expect(await told('secret', { SERVER_SECRET: `not ${secret}` })).toEqual([
    expect.stringMatching(/^red: The secret of this server is not the one/),
  ]);
  expect(await told('secret', { SERVER_SECRET: '' })).toEqual([
    expect.stringMatching(/^red: There is no SERVER_SECRET and no /),
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test('a secret readable by other users of the machine is red', async () => {
  const file = join(folder, 'server-secret');
  await writeFile(file, secret, { mode: 0o600 });
  expect(await told('secret', { SERVER_SECRET: '' })).toHaveLength(1);
  await chmod(file, 0o644);
  expect((await told('secret', { SERVER_SECRET: '' })).at(-1)).toMatch(/^red: Other users.*> chmod 600 /);
});

test('before the first start the doctor creates no database and says so', async () => {
  expect(await told('database', { DATABASE_URL: '' })).toEqual([
    expect.stringMatching(/^yellow: There is no Earshot at .* yet\. > npm start creates one/),
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test('the clock is judged by its difference from the database', () => {
  expect(clockFinding(1.9).light).toBe('green');
  expect(clockFinding(-2)).toMatchObject({ light: 'yellow', text: expect.stringContaining('2 s ahead of') });
  expect(clockFinding(59)).toMatchObject({ light: 'yellow', text: expect.stringContaining('59 s behind') });
  expect(clockFinding(-60).light).toBe('red');
});

test('a backup is judged by its age against the schedule', async () => {
  expect(await told('backup')).toEqual(['green: There has never been a backup.']);
  const made = new Date(Date.now() - 30 * 3_600_000);
  await recordBackup(db.database, { madeAt: made, finishedAt: made, place: '/b', bytes: 1, copiedBytes: 1 });
  expect(await told('backup', { BACKUP_DIR: folder })).toEqual([
    expect.stringMatching(/^yellow: The newest backup is 30 hours old\. > The log says why\. npm/),
  ]);
});

test.each([
  ['green', 50, 100],
  ['yellow', 4.9, 40],
  ['yellow', 9.9, 100],
  ['red', 4.9, 100],
  ['red', 0.9, 2],
])('a volume is %s with %f of %f GiB free', async (light, free, total) => {
  const space = { freeBytes: free * gibibyte, totalBytes: total * gibibyte };
  const [said] = (await told('disk', {}, { spaceOf: async () => space })).slice(-1);
  expect(said).toMatch(new RegExp(`^${light}: ${free.toFixed(1)} GiB`));
});

test('an unusable data folder is red, and a missing one is not created', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect((await told('disk', { DATA_DIR: join(file, 'data') })).join()).toMatch(
    /red: Cannot write to DATA_DIR/,
  );
  expect((await told('disk', { DATA_DIR: join(folder, 'new') })).join()).toMatch(
    /^green: The first start creates/,
  );
  expect(await readdir(folder)).toEqual(['file']);
  const above = join(folder, 'above');
  await mkdir(above, { mode: 0o500 });
  if (process.getuid?.() !== 0) {
    expect((await told('disk', { DATA_DIR: join(above, 'a', 'b') })).join()).toMatch(
      /^red: Cannot create DATA_DIR/,
    );
  }
});

test('audio storage on disk is tested with an object that is deleted afterwards', async () => {
  expect(await told('storage')).toEqual([expect.stringContaining('No audio is stored yet')]);
  expect(await readdir(folder)).toEqual([]);
  await diskStorage({ folder: join(folder, 'audio') }).write('tracks/one', chunks('music'));
  expect(await told('storage')).toEqual([expect.stringMatching(/^green: .*lists and deletes objects/)]);
  expect(await readdir(join(folder, 'audio', 'tracks'))).toEqual(['one']);
  await rm(join(folder, 'audio', '.incoming'), { recursive: true });
  await writeFile(join(folder, 'audio', '.incoming'), 'in the way');
  expect(await told('storage')).toEqual([expect.stringMatching(/^red: .*writing an object failed/)]);
});

async function* chunks(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

const bucket = (endpoint: string) => ({
  ...{ STORAGE: 's3', S3_BUCKET: 'music', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
  S3_ENDPOINT: endpoint,
});

/** A service for buckets that keeps one object in memory, and refuses requests that match. */
async function aBucket(refuse: (call: string) => boolean, gives: (content: Buffer) => Buffer = (all) => all) {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const sent = Buffer.concat(await Array.fromAsync(request));
    const list = searchParams.has('list-type') ? 'objects' : searchParams.has('uploads') ? 'uploads' : '';
    const call = `${request.method} ${list || (request.headers.range ? 'range' : 'object')}`;
    const answer = (status: number, body: string | Buffer = '') => response.writeHead(status).end(body);
    if (refuse(call)) return answer(403, '<Error><Code>AccessDenied</Code><Message>No.</Message></Error>');
    const found = objects.get(pathname);
    if (list === 'uploads') return answer(200, '<ListMultipartUploadsResult/>');
    if (list === 'objects') {
      const keys = [...objects.keys()].map(
        (key) =>
          `<Contents><Key>${key.replace('/music/', '')}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
      );
      return answer(
        200,
        `<ListBucketResult><IsTruncated>false</IsTruncated>${keys.join('')}</ListBucketResult>`,
      );
    }
    if (request.method === 'PUT') objects.set(pathname, sent);
    if (request.method === 'DELETE') objects.delete(pathname);
    if (request.method !== 'GET') return answer(200);
    if (!found) return answer(404, '<Error><Code>NoSuchKey</Code><Message>None.</Message></Error>');
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    return answer(200, gives(first === undefined ? found : found.subarray(Number(first), Number(last) + 1)));
  });
  return { endpoint: await listen(server), objects };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(async () => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return `http://127.0.0.1:${port}`;
}

test('a bucket is tested by writing, reading, ranged reading, listing and deleting, and is left empty', async () => {
  const { endpoint, objects } = await aBucket(() => false);
  expect(await told('storage', bucket(endpoint))).toEqual([
    'green: The bucket music writes, reads, lists and deletes objects.',
  ]);
  expect(objects.size).toBe(0);
});

test.each([
  ['PUT object', 'writing an object'],
  ['GET object', 'reading it'],
  ['GET range', 'reading a range of it'],
  ['GET objects', 'listing it'],
  ['GET uploads', 'listing unfinished uploads'],
  ['DELETE object', 'deleting it'],
])('a key without the right to %s is red, and the failed step is named', async (refused, step) => {
  const { endpoint } = await aBucket((call) => call === refused);
  const [said] = await told('storage', bucket(endpoint));
  expect(said).toMatch(
    new RegExp(`^red: The bucket music: ${step} failed \\(AccessDenied: No\\.\\)\\. > Allow the key`),
  );
});

test('a bucket that returns other bytes, and an unreachable one, are red', async () => {
  const { endpoint, objects } = await aBucket(
    () => false,
    (content) => Buffer.from(content).fill(0),
  );
  expect((await told('storage', bucket(endpoint))).join()).toMatch(/reading it failed \(the content is not/);
  expect(objects.size).toBe(0);
  expect((await told('storage', bucket('http://127.0.0.1:1'))).join()).toMatch(
    /^red: The bucket music cannot be reached .*ECONNREFUSED/,
  );
});

test('a bucket for backups is tested too, and advice names its own settings', async () => {
  const s3 = await startS3StandIn(['kept']);
  stops.push(() => s3.close());
  const settings = {
    BACKUP_S3_BUCKET: 'kept',
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  expect(await told('backup', settings)).toContain(
    'green: The backup storage, s3://kept/earshot-backups, writes, reads, lists and deletes objects.',
  );
  expect(s3.objects.size).toBe(0);
  s3.breaks = (call) => call.startsWith('DELETE');
  expect((await told('backup', settings)).join()).toMatch(/red: The backup storage.* deleting it failed/);
  s3.breaks = () => false;
  const none = { ...settings, BACKUP_S3_BUCKET: 'none' };
  expect((await told('backup', none)).join()).toMatch(/red: .*cannot be reached.*correct BACKUP_S3_BUCKET/);
});

async function mailServer(behavior: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS'], logger: false, ...behavior });
  const listening = await new Promise<ReturnType<SMTPServer['listen']>>((done) => {
    const opened = server.listen(0, '127.0.0.1', () => done(opened));
  });
  stops.push(() => new Promise<void>((done) => server.close(done)));
  const { port } = listening.address() as AddressInfo; // a TCP server has one
  return `smtp://mailer:right@127.0.0.1:${port}`;
}

const knownMailer: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) =>
  username === 'mailer' && password === 'right'
    ? done(null, { user: 'mailer' })
    : done(new Error('Invalid username or password'));

test('the doctor signs in to the mail server, and sends a test email only to a given address', async () => {
  const received: string[] = [];
  const url = await mailServer({
    onAuth: knownMailer,
    onData: async (stream, { envelope }, done) => {
      const content = Buffer.concat(await Array.fromAsync(stream)).toString();
      received.push(
        `${envelope.rcptTo.map(({ address }) => address)} ${/^Subject: (.*)\r$/m.exec(content)?.[1]}`,
      );
      done();
    },
  });
  expect(await told('mail', { SMTP_URL: url })).toEqual([
    expect.stringMatching(/^green: .*accepts the connection/),
  ]);
  expect(received).toEqual([]);
  const sent = await told('mail', { SMTP_URL: url }, { mailTo: 'ops@example.org' });
  expect(sent).toEqual([
    expect.stringMatching(/^green: .*accepted a test email from .* to ops@example\.org/),
  ]);
  expect(received).toEqual(['ops@example.org Earshot: test email']);
});

test('a mail server with a sign-in and an address without a user are yellow, and each rejection has its own advice', async () => {
  const url = await mailServer({
    onAuth: knownMailer,
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 })),
  });
  const without = url.replace('mailer:right@', '');
  expect((await told('mail', { SMTP_URL: without })).join()).toMatch(
    /^yellow: .* offers a sign-in, but SMTP_URL has no user\..* > Add the user and password/,
  );
  const mailTo = 'ops@example.org';
  expect((await told('mail', { SMTP_URL: without }, { mailTo })).join()).toMatch(
    /^red: .*rejected.*530.* > Add the user and password to SMTP_URL\.$/,
  );
  expect((await told('mail', { SMTP_URL: url }, { mailTo })).join()).toMatch(
    /^red: .*User unknown.* > Give --mail-to an address that exists\.$/,
  );
});

test('a wrong password, a rejected test email and an unreachable mail server are red', async () => {
  const url = await mailServer({
    onAuth: knownMailer,
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.7.1 Relaying denied'), { responseCode: 554 })),
  });
  const wrong = await told('mail', { SMTP_URL: url.replace('right', 'wrong') });
  expect(wrong.join()).toMatch(/^red: .*cannot be used: .* > Correct the user and password/);
  const refused = await told('mail', { SMTP_URL: url }, { mailTo: 'ops@example.org' });
  expect(refused.join()).toMatch(/^red: .*rejected a test email to ops@example\.org: .*Relaying denied/);
  expect((await told('mail', { SMTP_URL: 'smtp://127.0.0.1:1' })).join()).toMatch(/^red: .*ECONNREFUSED/);
  expect((await told('mail', {}, { mailTo: 'ops@example.org' })).join()).toMatch(/^yellow: .*> Set SMTP_URL/);
});

const stripeSettings = {
  STRIPE_SECRET_KEY: 'sk_test_made_up',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_BASIC: standInPrices.basic,
  STRIPE_PRICE_PRO: standInPrices.pro,
  STRIPE_PRICE_UNLIMITED: standInPrices.unlimited,
  PUBLIC_URL: 'https://earshot.example',
};
const webhook = {
  url: 'https://earshot.example/api/billing/webhook',
  status: 'enabled',
  enabled_events: handledEvents,
  api_version: Stripe.API_VERSION,
};

async function aStripe() {
  const stripe = await startStripe();
  stops.push(() => stripe.close());
  return {
    stripe,
    told: (more: Record<string, string> = {}) =>
      told('stripe', { ...stripeSettings, ...more }, { stripeServer: stripe.server }),
  };
}

test("Stripe's key, prices and webhook are green if correct, and nothing is written there", async () => {
  const { stripe, told } = await aStripe();
  stripe.webhookEndpoints.push({ ...webhook, url: 'https://elsewhere.example' }, webhook);
  expect(await told()).toEqual([
    expect.stringMatching(/^green: Stripe accepts the key/),
    expect.stringMatching(/^green: The webhook is set up/),
  ]);
  expect(stripe.asked.filter((call) => !call.startsWith('GET '))).toEqual([]);
});

test('a wrong price and a rejected key are red', async () => {
  const { stripe, told } = await aStripe();
  stripe.prices.set('price_pro', { ...stripe.prices.get('price_pro'), currency: 'eur' });
  expect(await told()).toContainEqual(expect.stringMatching(/^red: STRIPE_PRICE_PRO: .*is in EUR, not USD/));
  stripe.failing.set('GET /v1/prices', 401);
  expect(await told()).toEqual([expect.stringMatching(/^red: STRIPE_SECRET_KEY: Stripe does not accept/)]);
});

test('a missing, disabled, incomplete or outdated webhook is reported', async () => {
  const { stripe, told } = await aStripe();
  const of = async (...endpoints: Record<string, unknown>[]) => {
    stripe.webhookEndpoints.splice(0, Infinity, ...endpoints);
    return (await told()).at(-1);
  };
  expect(await of()).toMatch(/^yellow: Stripe has no webhook https:.*Earshot does not hear of payments/);
  expect(await of({ ...webhook, status: 'disabled' })).toMatch(/^yellow: .*is disabled in Stripe/);
  expect(await of({ ...webhook, enabled_events: handledEvents.slice(1) })).toMatch(
    /^red: The webhook does not get checkout\.session\.completed\./,
  );
  expect(await of({ ...webhook, enabled_events: ['*'] })).toMatch(/^green/);
  expect(await of({ ...webhook, api_version: '2020-08-27' })).toMatch(/^yellow: .*API version 2020-08-27/);
  stripe.failing.set('GET /v1/webhook_endpoints', 403);
  expect(await of(webhook)).toMatch(/^yellow: The key may not read webhook endpoints/);
});

test('a test key in production and a live key outside it are yellow', async () => {
  const { stripe, told } = await aStripe();
  stripe.webhookEndpoints.push(webhook);
  expect(await told({ ENVIRONMENT: 'production' })).toContainEqual(
    expect.stringMatching(/^yellow: This is a test key/),
  );
  expect(await told({ STRIPE_SECRET_KEY: 'sk_live_1' })).toContainEqual(
    expect.stringMatching(/^yellow: This is a live key/),
  );
});

test('the doctor says what listens on the port: nothing, another program, or Earshot with or without its database', async () => {
  let answer: { status: number; body: unknown } = { status: 404, body: {} };
  const server = createServer((_request, response) => {
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
  const { port } = new URL(await listen(server));
  const of = async (next: typeof answer, more: Record<string, string> = {}) => {
    answer = next;
    return (await told('address', { PORT: port, ...more })).join();
  };
  const health = (code: number, domain: string) => ({ status: code, body: { status: 'x', code, domain } });
  const free = await listen(createServer());
  await stops.pop()?.();
  expect((await told('address', { PORT: new URL(free).port })).join()).toMatch(
    /^yellow: Nothing listens on 127/,
  );
  expect((await told('address')).join()).toMatch(/^yellow: Browsers refuse to open port 1\./);
  expect(await of({ status: 404, body: {} })).toMatch(/^red: Another program listens/);
  expect(await of(health(503, 'localhost'))).toMatch(/^red: .*its database does not respond/);
  expect(await of(health(200, 'localhost'))).toMatch(
    /^green: Earshot listens on 127\.0\.0\.1:\d+ and is healthy\.$/,
  );
  const elsewhere = { PUBLIC_URL: 'http://earshot.invalid' };
  expect(await of(health(200, 'earshot.invalid'), elsewhere)).toMatch(
    /yellow: http:\/\/earshot\.invalid cannot be opened from this machine/,
  );
});

test('settings that prevent a start are red, and risky ones yellow', () => {
  const lights = (environment: Record<string, string>) =>
    examineSettings(environment).findings.map(({ light, text }) => `${light} ${text.split(/[: ]/)[0]}`);
  expect(lights({})).toEqual(['green All']);
  const keys = { BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' };
  const far = { BACKUP_S3_BUCKET: 'kept', BACKUP_S3_ENDPOINT: 'http://s3.example.com', ...keys };
  expect(lights(far)).toEqual(['yellow BACKUP_KEY', 'yellow BACKUP_S3_ENDPOINT']);
  expect(lights({ PORT: 'x' })).toEqual(['red PORT']);
  expect(examineSettings({ PORT: 'x' }).config).toBeUndefined();
  const production = { ENVIRONMENT: 'production', PUBLIC_URL: 'https://a.example', ALLOW_FILE_MAIL: 'on' };
  expect(lights(production)).toEqual([
    'red STRIPE_SECRET_KEY',
    'yellow TRUSTED_PROXIES',
    'yellow PAYOUT_METHODS',
    'yellow DEMO_MODE',
  ]);
  expect(examineSettings(production).config).toBeDefined();
});
