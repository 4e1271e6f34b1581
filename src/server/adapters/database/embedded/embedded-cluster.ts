import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { EmbeddedBinaries } from './embedded-binaries.ts';
import type { EmbeddedIdentity } from './embedded-identity.ts';

/** The superuser of an embedded cluster. */
export const clusterAdmin = 'earshot_admin';
export const passwordFile = 'earshot-password';
const settingsFile = 'earshot.conf';
const abandonedAfter = 10 * 60_000;

/** Whether there is a cluster. Throws if the folder holds something else or another major version. */
export async function hasCluster(dataDirectory: string, major: number): Promise<boolean> {
  const version = (await readFile(join(dataDirectory, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === String(major)) return true;
  if (version !== '') {
    throw new Error(
      `The database in ${dataDirectory} was created by PostgreSQL ${version}, but this Earshot includes PostgreSQL ${major}. ` +
        'Restore a backup into a new data directory, or run the version of Earshot that created it.',
    );
  }
  const found = await readdir(dataDirectory).catch(() => []);
  if (found.length > 0) throw new Error(`${dataDirectory} is not empty and is not a database.`);
  return false;
}

/** Creates a cluster in a temporary folder and renames it, so that a kill halfway leaves nothing unfinished. */
export async function createCluster(
  binaries: EmbeddedBinaries,
  identity: EmbeddedIdentity,
  dataDirectory: string,
  throwAway: boolean,
): Promise<void> {
  await removeAbandoned(dataDirectory);
  const making = await mkdtemp(`${dataDirectory}.new-`);
  try {
    if (identity.user) await chown(making, identity.user.uid, identity.user.gid);
    await initdb(binaries, identity, making, throwAway ? ['--no-sync'] : []);
    await rename(making, dataDirectory).catch(async (error: unknown) => {
      // Another server was faster: use its cluster.
      if (!(await hasCluster(dataDirectory, binaries.major))) throw error;
    });
    await syncFolder(dirname(dataDirectory));
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function initdb(
  binaries: EmbeddedBinaries,
  identity: EmbeddedIdentity,
  folder: string,
  more: readonly string[],
): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  const passwordPath = `${folder}.password`;
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  // Only Windows needs TCP, which others could reach; elsewhere the folder's mode protects the socket.
  const windows = process.platform === 'win32';
  const login = windows ? ['--auth=scram-sha-256', `--pwfile=${passwordPath}`] : ['--auth=trust'];
  try {
    if (windows) await writeFile(passwordPath, password, { mode: 0o600 });
    await runProgram(binaries.initdb, binaries, identity, [
      `--pgdata=${folder}`,
      `--username=${clusterAdmin}`,
      '--data-checksums',
      '--no-instructions',
      ...locale,
      ...login,
      ...more,
    ]);
    if (windows) await rename(passwordPath, join(folder, passwordFile));
    const config = join(folder, 'postgresql.conf');
    await writeFile(config, `\ninclude_if_exists = '${settingsFile}'\n`, { flag: 'a' });
  } finally {
    await rm(passwordPath, { force: true });
  }
}

function runProgram(
  program: string,
  binaries: EmbeddedBinaries,
  { prefix, user }: EmbeddedIdentity,
  parameters: readonly string[],
): Promise<void> {
  const [command, ...rest] = [...prefix, program, ...parameters];
  return new Promise((resolve, reject) => {
    const child = spawn(command ?? program, rest, {
      ...user,
      cwd: '/',
      env: binaries.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${basename(program)} failed (${code}): ${output.trim()}`));
    });
  });
}

/**
 * What a database of a test run does without: safety in a crash, a plan for each value of a statement, copies and upkeep.
 * Together they take a tenth of the processor time of the API tests.
 */
const throwAwaySettings = [
  'fsync = off',
  'full_page_writes = off',
  'synchronous_commit = off',
  'plan_cache_mode = force_generic_plan',
  'io_method = sync',
  'wal_level = minimal',
  'max_wal_senders = 0',
  'autovacuum = off',
  'update_process_title = off',
];
const safeSettings = ['fsync = on', 'full_page_writes = on', 'synchronous_commit = on'];

/** Writes this start's settings. `port` enables TCP on 127.0.0.1; without it there is only the socket. */
export async function writeSettings(
  dataDirectory: string,
  { throwAway, port }: { throwAway: boolean; port: number | undefined },
): Promise<void> {
  const settings = [
    '# Written at every start of Earshot. Your own settings belong below the include line of postgresql.conf.',
    ...(port ? [`port = ${port}`, "listen_addresses = '127.0.0.1'"] : ["listen_addresses = ''"]),
    // A relative path avoids the length limit, and the directory may be moved.
    ...(port
      ? ["unix_socket_directories = ''"]
      : ["unix_socket_directories = '.'", 'unix_socket_permissions = 0700']),
    // In a test run many applications are connected at once.
    `max_connections = ${throwAway ? 200 : 100}`,
    'shared_buffers = 128MB',
    ...(throwAway ? throwAwaySettings : safeSettings),
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "log_line_prefix = '%m [%p] '",
  ];
  const path = join(dataDirectory, settingsFile);
  const making = `${path}.${process.pid}`;
  await writeFile(making, `${settings.join('\n')}\n`, { mode: 0o644 });
  await rename(making, path);
}

async function removeAbandoned(dataDirectory: string): Promise<void> {
  const parent = dirname(dataDirectory);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(dataDirectory)}.new-`)) continue;
    const age = Date.now() - (await stat(join(parent, name)).then((one) => one.mtimeMs, Date.now));
    if (age > abandonedAfter) await rm(join(parent, name), { recursive: true, force: true });
  }
}

// The rename must survive a power cut, like the cluster itself.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
