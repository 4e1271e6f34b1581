import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programPath } from '../packages.ts';

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Under root, the user `postgres` of Debian's package, for all programs; otherwise undefined, the current user. */
export async function unprivilegedUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Gives a file or folder to the user that runs the programs. */
export async function giveTo(user: User | undefined, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts a long-running program. Its output goes to `NAME.log` in the folder. */
export async function startProgram(
  folder: string,
  name: string,
  [program = '', ...words]: readonly string[],
): Promise<ChildProcess> {
  const log = await open(join(folder, `${name}.log`), 'a');
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: programPath, LC_ALL: 'C.UTF-8', HOME: folder },
    stdio: ['ignore', log.fd, log.fd],
    ...(await unprivilegedUser()),
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  await once(child, 'spawn');
  await log.close();
  return child;
}

export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** This process and all its descendants; Linux only. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    // The name before it may contain blanks.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    parents.set(Number(entry), Number(parent));
  }
  const found = [pid];
  for (const one of found) {
    for (const [child, parent] of parents) if (parent === one) found.push(child);
  }
  return found.slice(1);
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has already ended.
    }
  }
}
