import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { runCommand } from '#tests/support/world/commands.ts';
import { earlierInstallation, installationSecret } from '#tests/support/world/earlier-installation.ts';
import { startServerProcess } from '#tests/support/world/server-process.ts';
import { giveTo, startProgram, unprivilegedUser } from './cluster/unprivileged.ts';
import { missingPackages, programPath } from './packages.ts';

/*
 * Writes the installation that `tests/api/database/upgrade.test.ts` upgrades: a release, started on an empty database
 * and filled with samples, as plain SQL.
 *
 *   node tools/earlier-installation.ts [CHECKOUT]    of the release in that folder, packages installed; by default this one
 *
 * Run it for every release. For an earlier release, pass its checkout.
 */

const run = promisify(execFile);
const mostBytes = 300_000;
const checkout = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')));
const say = (line: string) => process.stdout.write(`${line}\n`);

const user = await unprivilegedUser();
const inFolder = (folder: string) => ({
  cwd: folder,
  env: { PATH: programPath, LC_ALL: 'C.UTF-8' },
  maxBuffer: 1e9,
  ...user,
});

/** A PostgreSQL from Debian's packages, because the embedded one lacks pg_dump. */
async function startDatabase(folder: string) {
  await giveTo(user, folder);
  const data = join(folder, 'data');
  const words = [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--locale=C.UTF-8',
    '--encoding=UTF8',
    '--data-checksums',
  ];
  await run('initdb', words, inFolder(folder));
  const program = ['postgres', '-D', data, '-c', 'listen_addresses=', '-k', folder];
  const child = await startProgram(folder, 'postgres', program);
  const url = (name: string) => `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`;
  const create = () =>
    asAdministrator({ url: url('postgres') }, (client) => client.query('create database earshot'));
  for (let tries = 1; ; tries += 1) {
    try {
      await create();
      break;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  };
  return { url: url('earshot'), stop };
}

/** Runs the product as an operator would, adds samples and audits the books. */
async function fill(folder: string, url: string): Promise<void> {
  const settings = { DATA_DIR: join(folder, 'files'), DATABASE_URL: url, SERVER_SECRET: installationSecret };
  await mkdir(settings.DATA_DIR);
  const server = await startServerProcess({ ...settings, PORT: '0' }, { folder: checkout });
  try {
    for (const command of ['seed', 'audit'] as const) {
      const { code, output } = await runCommand(command, [], settings, undefined, checkout);
      if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
    }
  } finally {
    await server.stop();
  }
}

/** Hashes hardly compress, and a few rows of these tables are enough to test a migration. */
async function thinOut(url: string): Promise<void> {
  for (const table of ['idempotency_keys', 'review_texts', 'review_text_bands']) {
    const rest = `select ctid from ${table} order by 1 offset 200`;
    await asAdministrator({ url }, (client) => client.query(`delete from ${table} where ctid in (${rest})`));
  }
}

/** Rows as `insert`, for clients without COPY, and without commands that only psql understands. */
async function dump(folder: string): Promise<string> {
  const words = ['-h', folder, '-U', 'postgres', '--inserts', '--rows-per-insert=1000', 'earshot'];
  const { stdout } = await run('pg_dump', words, inFolder(folder));
  return stdout.replaceAll(/^\\(?:un)?restrict .*\n/gm, '');
}

const missing = missingPackages(['initdb']);
if (missing) throw new Error(missing);
const folder = await mkdtemp(join(tmpdir(), 'earshot-installation-'));
const database = await startDatabase(folder);
try {
  say(`Making an installation of ${version} ...`);
  await fill(folder, database.url);
  await thinOut(database.url);
  const sql = await dump(folder);
  const parameters = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  const packed = brotliCompressSync(`-- Earshot ${version}\n${sql}`, { params: parameters });
  say(`${sql.length} bytes of SQL, ${packed.length} packed`);
  if (packed.length > mostBytes) throw new Error(`More than ${mostBytes} bytes are not for a repository.`);
  await writeFile(earlierInstallation, packed);
  say(`Wrote ${earlierInstallation}`);
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
