import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import {
  isPostmasterOf,
  readPostmaster,
  stopPostmaster,
} from '#server/adapters/database/embedded/postmaster.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65534;
let folder: string;
let data: string;
let servers: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-launcher-'));
  await chmod(folder, 0o755);
  data = join(folder, 'pg');
});
afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  servers = [];
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.endsWith('postmaster.pid')) await stopPostmaster(join(folder, name, '..'));
  }
  await rm(folder, { recursive: true, force: true });
});

const start = (dataDirectory = data) => startEmbeddedPostgres({ dataDirectory, throwAway: true });
const pidOf = async (dataDirectory = data) => (await readPostmaster(dataDirectory))?.pid ?? 0;
const ask = (address: DatabaseAddress, text: string) =>
  asAdministrator(address, async (client) => (await client.query(text)).rows[0]);

/** Another process that starts or adopts the database, optionally as another user. */
async function server(dataDirectory: string, uid?: number): Promise<{ said: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start-database.ts'), dataDirectory], {
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  servers.push(child);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const said = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()),
    once(child, 'close').then(() => `ended: ${errors}`),
  ]);
  return { said, process: child };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function gone(pid: number): Promise<void> {
  while (await isPostmasterOf(pid, data)) await sleep(20);
}

test('a data directory of another major version is rejected and left unchanged', async () => {
  await mkdir(data);
  await writeFile(join(data, 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/created by PostgreSQL 17.*includes PostgreSQL 18/);
  expect(await readdir(data)).toEqual(['PG_VERSION']);
});

test('a folder with other files in it is rejected and left unchanged', async () => {
  await mkdir(data);
  await writeFile(join(data, 'thesis.txt'), 'years of work');
  await expect(start()).rejects.toThrow('is not empty and is not a database');
  expect(await readdir(data)).toEqual(['thesis.txt']);
});

test('the first start creates a safe database, a graceful stop ends it, and the next start finds the data', async () => {
  const first = await startEmbeddedPostgres({ dataDirectory: data });
  expect(first.adopted).toBe(false);
  expect(await readdir(folder)).toEqual(['pg']);
  expect((await stat(data)).mode & 0o777).toBe(0o700);
  const setup = await ask(
    first.address,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
       current_setting('listen_addresses') as tcp, pg_encoding_to_char(encoding) as encoding,
       datlocprovider as provider, datlocale as locale, current_user as admin
     from pg_database where datname = current_database()`,
  );
  expect(setup).toEqual({
    fsync: 'on',
    checksums: 'on',
    tcp: '',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    admin: 'earshot_admin',
  });
  await ask(first.address, 'create table kept as select 1 as one');
  const pid = await pidOf();
  await first.stop();
  expect(await isPostmasterOf(pid, data)).toBe(false);

  const second = await startEmbeddedPostgres({ dataDirectory: data });
  expect(second.adopted).toBe(false);
  expect(await ask(second.address, 'select one from kept')).toEqual({ one: 1 });
  await migrate({ address: second.address, folder: await mkdtemp(join(folder, 'migrations-')) });
  const app = await connectDatabase({ address: second.address, role: 'earshot_app' });
  await app.database.close();
  await second.stop();
});

test('the database outlives a killed server, and the next server adopts it and can stop it', async () => {
  const killed = await server(data);
  expect(killed.said).toBe('started');
  const pid = await pidOf();
  await kill(killed.process, 'SIGKILL');

  const next = await start();
  expect(next.adopted).toBe(true);
  expect(await pidOf()).toBe(pid);
  await expect(ask(next.address, 'select 1 as one')).resolves.toEqual({ one: 1 });
  await next.stop();
  expect(await isPostmasterOf(pid, data)).toBe(false);
});

test('a server stopped with SIGTERM stops the database too', async () => {
  const asked = await server(data);
  const pid = await pidOf();
  await kill(asked.process, 'SIGTERM');
  expect(asked.process.exitCode).toBe(0);
  expect(await isPostmasterOf(pid, data)).toBe(false);
});

test('two servers started at once share one database', async () => {
  const both = await Promise.all([server(data), server(data)]);
  expect(both.map(({ said }) => said).sort()).toEqual(['adopted', 'started']);
  expect((await readdir(folder)).filter((name) => name.startsWith('pg'))).toEqual(['pg']);
});

test('a server killed during the first start does not block the next one', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start-database.ts'), data]);
  while (!(await readdir(folder)).some((name) => name.startsWith('pg.new-'))) await sleep(5);
  await kill(child, 'SIGKILL');
  const next = await start();
  await expect(ask(next.address, 'select 1 as one')).resolves.toEqual({ one: 1 });
  await next.stop();
});

test('a crashed database starts again despite its pid file', async () => {
  await start();
  const pid = await pidOf();
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  expect(await pidOf()).toBe(pid);
  const next = await start();
  expect(next.adopted).toBe(false);
  await next.stop();
});

test('a pid file that now names another program does not block the start', async () => {
  // In a folder of mode 700 the database has the rights of this process, so it sees that the other one is alive.
  await chmod(folder, 0o700);
  await start().then(({ stop }) => stop());
  const other = spawn('sleep', ['600']);
  await once(other, 'spawn');
  const file = [other.pid, data, Math.floor(Date.now() / 1000), 5432, '.', '', '  1  1', 'ready   ', ''];
  await writeFile(join(data, 'postmaster.pid'), file.join('\n'));
  await writeFile(join(data, '.s.PGSQL.5432.lock'), file.slice(0, 5).join('\n'));
  const next = await start();
  expect(next.adopted).toBe(false);
  await next.stop();
  expect(other.exitCode).toBe(null);
  other.kill();
});

test('a path that is too long for a socket works', async () => {
  data = join(folder, 'a-folder-with-a-long-name-'.repeat(5), 'pg');
  const long = await start();
  await expect(ask(long.address, 'select 1 as one')).resolves.toEqual({ one: 1 });
  await long.stop();
});

test.runIf(isRoot)(
  'as root in a folder that others can enter, the database runs as another user',
  async () => {
    const { stop } = await start();
    expect((await stat(data)).uid).not.toBe(0);
    expect((await stat(`/proc/${await pidOf()}`)).uid).toBe((await stat(data)).uid);
    await stop();
  },
);

test.runIf(isRoot)(
  'as root in a private folder, the database runs as root in a user namespace that maps to nobody',
  async () => {
    await chmod(folder, 0o700);
    const first = await start();
    expect((await stat(data)).uid).toBe(0);
    expect(await readFile(`/proc/${await pidOf()}/uid_map`, 'utf8')).toMatch(/^\s*65534\s+0\s+1\s*$/);
    await first.stop();
    // It stays so when the folder is opened later: the owner of the data decides.
    await chmod(folder, 0o755);
    const second = await start();
    expect((await stat(data)).uid).toBe(0);
    await second.stop();
  },
);

test.runIf(isRoot)('an unprivileged user runs the database as that user; root adopts it later', async () => {
  await chown(folder, nobody, nobody);
  const { said, process: child } = await server(data, nobody);
  expect(said).toBe('started');
  expect((await stat(data)).uid).toBe(nobody);
  await kill(child, 'SIGKILL');
  const root = await start();
  expect(root.adopted).toBe(true);
  await root.stop();
  await start().then(({ stop }) => stop());
  expect((await stat(data)).uid).toBe(nobody);
});

test.runIf(isRoot)('a user who does not own the database gets an error that says so', async () => {
  await mkdir(data, { mode: 0o700 });
  const { said } = await server(data, nobody);
  expect(said).toContain('belongs to user 0');
});
