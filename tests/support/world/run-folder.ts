import { accessSync, constants, statfsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#server/adapters/database/embedded/postmaster.ts';

const prefix = 'earshot-test-';
const memory = '/dev/shm';
const tmpfs = 0x01021994;
/** A run takes about one. The rest is for the browsers and servers beside it. */
const leastFreeBytes = 4 * 1024 ** 3;

/**
 * The folder for the files of test runs: in memory on a Linux with enough of it, because most tests clone a database, which
 * is a thousand small files. `TMPDIR` chooses another.
 */
function parentFolder(): string {
  if (process.env.TMPDIR || process.platform !== 'linux' || freemem() < leastFreeBytes) return tmpdir();
  try {
    accessSync(memory, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(memory);
    return type === tmpfs && bavail * bsize >= leastFreeBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

const parent = parentFolder();
const chosen = process.env.TMPDIR;

/** Makes a folder for this run, which this process and those that it starts use for all temporary files. */
export async function makeRunFolder(): Promise<string> {
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  // Started by root, the database runs as another user, who has to enter and write.
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  return folder;
}

/** The folders of runs that were killed before they could remove them. */
export async function leftRunFolders(): Promise<string[]> {
  const names = await readdir(parent);
  return names
    .filter((name) => {
      const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
      return pid > 0 && !isAlive(pid);
    })
    .map((name) => join(parent, name));
}

export async function removeRunFolder(folder: string): Promise<void> {
  if (process.env.TMPDIR === folder) {
    if (chosen === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = chosen;
  }
  await rm(folder, { recursive: true, force: true });
}
