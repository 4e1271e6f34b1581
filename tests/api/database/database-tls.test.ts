import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reachDatabase } from '#server/adapters/database/connections/reach-database.ts';
import { embeddedBinaries } from '#server/adapters/database/embedded/embedded-binaries.ts';
import { embeddedIdentity } from '#server/adapters/database/embedded/embedded-identity.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';

const run = promisify(execFile);

let folder: string;
let port: number;
let stop: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-tls-'));
  await chmod(folder, 0o755); // As root the database runs as another user, who must be able to enter.
  await makeAuthority('ca');
  await makeAuthority('stranger');
  await makeCertificate();
  port = await freePort();
  stop = await serveWithTls(join(folder, 'cluster'));
}, 120_000);
afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => join(folder, name);
const openssl = (...parameters: string[]) => run('openssl', parameters, { cwd: folder });

const makeAuthority = (name: string) =>
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`],
    ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
  );

/** A certificate for `localhost` and no other name, by the authority `ca`. */
async function makeCertificate(): Promise<void> {
  await openssl(
    ...['req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'],
    ...['-keyout', 'server.key', '-out', 'server.csr'],
  );
  await writeFile(inFolder('names'), 'subjectAltName=DNS:localhost\n');
  await openssl(
    ...['x509', '-req', '-in', 'server.csr', '-days', '2', '-extfile', 'names'],
    ...['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-out', 'server.pem'],
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: found } = server.address() as AddressInfo; // a TCP server has one
  server.close();
  return found;
}

/** Earshot's own PostgreSQL has no port, only its socket: this one is started beside it, with a port and TLS. */
async function serveWithTls(cluster: string): Promise<() => Promise<void>> {
  await (await startEmbeddedPostgres({ dataDirectory: cluster, throwAway: true })).stop();
  const binaries = await embeddedBinaries(`${cluster}.lib`);
  const { prefix, user } = await embeddedIdentity(binaries, cluster);
  await chmod(inFolder('server.key'), 0o600);
  if (user) await chown(inFolder('server.key'), user.uid, user.gid);
  const settings = [
    'ssl = on',
    `ssl_cert_file = '${inFolder('server.pem')}'`,
    `ssl_key_file = '${inFolder('server.key')}'`,
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
  ];
  await appendFile(join(cluster, 'postgresql.conf'), `${settings.join('\n')}\n`);
  const [command = '', ...rest] = [...prefix, binaries.postgres, '-D', cluster];
  const child = spawn(command, rest, { ...user, cwd: '/', env: binaries.environment, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await reachDatabase({
    address: { url: urlOf('127.0.0.1', {}) },
    setting: 'DATABASE_URL',
    patienceMilliseconds: 30_000,
  });
  return async () => {
    child.kill('SIGQUIT');
    await ended;
  };
}

const urlOf = (host: string, words: Record<string, string>) =>
  `postgres://earshot_admin@${host}:${port}/earshot?${new URLSearchParams(words)}`;

const reach = (host: string, words: Record<string, string>) =>
  reachDatabase({
    address: { url: urlOf(host, words) },
    setting: 'DATABASE_URL',
    patienceMilliseconds: 0,
  });

const verified = (authority: string) => ({
  sslmode: 'verify-full',
  sslrootcert: inFolder(`${authority}.pem`),
});

test('a database with a certificate from an unknown authority is rejected, with advice to name one', async () => {
  await expect(reach('localhost', { sslmode: 'verify-full' })).rejects.toThrow(
    new RegExp(
      `^DATABASE_URL: the TLS certificate of the database at localhost:${port} is not trusted \\(.+\\)\\. ` +
        'For your own certificate authority, add sslmode=verify-full&sslrootcert=/path/to/ca\\.pem to the address\\.$',
    ),
  );
});

test('a database with a certificate from an authority other than the named one is rejected', async () => {
  await expect(reach('localhost', verified('stranger'))).rejects.toThrow(
    `the TLS certificate of the database at localhost:${port} is not trusted`,
  );
});

test('a database with a certificate for another host is rejected, without advice about authorities', async () => {
  const refused = await reach('127.0.0.1', verified('ca')).catch(String);
  expect(refused).toContain(
    `DATABASE_URL: the TLS certificate of the database at 127.0.0.1:${port} was made for another host`,
  );
  expect(refused).not.toContain('sslrootcert');
});

test('the error names a certificate file that cannot be read', async () => {
  await expect(reach('localhost', verified('nowhere'))).rejects.toThrow(
    `DATABASE_URL: cannot read ${inFolder('nowhere.pem')} (ENOENT).`,
  );
});

test('TLS works with the named authority and host name, and with libpq’s require for any certificate', async () => {
  for (const words of [verified('ca'), { sslmode: 'require', uselibpqcompat: 'true' }]) {
    await reach('localhost', words);
    const encrypted = await asAdministrator({ url: urlOf('localhost', words) }, (client) =>
      client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()'),
    );
    expect(encrypted.rows).toEqual([{ ssl: true }]);
  }
});

test('a database without TLS is rejected if the address requires it', async () => {
  await asAdministrator({ url: urlOf('127.0.0.1', {}) }, async (client) => {
    await client.query('alter system set ssl = off');
    await client.query('select pg_reload_conf()');
  });
  await expect
    .poll(() => reach('localhost', verified('ca')).then(() => 'reached', String))
    .toBe(
      `OperatorError: DATABASE_URL: the database at localhost:${port} does not offer TLS, which sslmode asks for.`,
    );
  await reach('localhost', {});
});
