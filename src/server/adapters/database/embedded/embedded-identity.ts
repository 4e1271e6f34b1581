import { spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EmbeddedBinaries } from './embedded-binaries.ts';

/** The user that PostgreSQL runs as: a prefix for its command, or the user to switch to. */
export interface EmbeddedIdentity {
  readonly prefix: readonly string[];
  readonly user?: { readonly uid: number; readonly gid: number };
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

const plain: EmbeddedIdentity = { prefix: [] };
/** The user "nobody" on Linux, for images without /etc/passwd. */
const nobody: User = { uid: 65534, gid: 65534 };
// PostgreSQL only checks its own user id. Outside the namespace it is still root and can enter private folders.
const namespaced: EmbeddedIdentity = {
  prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'],
};

/**
 * PostgreSQL refuses to run as root. Under root it runs as an unprivileged user who can enter the folders, or else
 * inside a user namespace. The owner of an existing data directory decides.
 */
export async function embeddedIdentity(
  binaries: EmbeddedBinaries,
  dataDirectory: string,
): Promise<EmbeddedIdentity> {
  if (!process.getuid) return plain;
  if (process.getuid() !== 0) {
    const owner = await ownerOf(dataDirectory);
    if (!owner || owner.uid === process.getuid()) return plain;
    throw new Error(`${dataDirectory} belongs to user ${owner.uid}. Run as that user or as root.`);
  }
  // An empty folder owned by root proves nothing; only an existing database's owner counts.
  const owner = await ownerOf(join(dataDirectory, 'PG_VERSION'));
  if (owner && owner.uid !== 0) {
    if (canRun(owner, binaries, dataDirectory)) return { prefix: [], user: owner };
    throw new Error(
      `User ${owner.uid}, who owns the database in ${dataDirectory}, cannot enter ${dirname(dataDirectory)} or run ${binaries.postgres}.`,
    );
  }
  const user = owner
    ? undefined
    : (await unprivilegedUsers()).find((one) => canRun(one, binaries, dataDirectory));
  if (user) return { prefix: [], user };
  if (canUnshare()) return namespaced;
  throw new Error(
    `Earshot runs as root, PostgreSQL must not, and no other user can enter ${dirname(dataDirectory)} and run ` +
      `${binaries.postgres}. Run Earshot as another user, open these folders (chmod o+x), or set DATABASE_URL.`,
  );
}

async function ownerOf(path: string): Promise<User | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}

async function unprivilegedUsers(): Promise<readonly User[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  const known = ['postgres', 'nobody'].flatMap((name) => {
    const line = lines.find(([first]) => first === name);
    return line ? [{ uid: Number(line[2]), gid: Number(line[3]) }] : [];
  });
  return [...known, nobody];
}

// Trying it covers modes, access lists and mounts alike.
const canRun = ({ uid, gid }: User, { postgres, environment }: EmbeddedBinaries, dataDirectory: string) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', dirname(dataDirectory), postgres], {
    uid,
    gid,
    env: environment,
    cwd: '/',
  }).status === 0;

const canUnshare = () => spawnSync('unshare', [...namespaced.prefix.slice(1), 'true']).status === 0;
