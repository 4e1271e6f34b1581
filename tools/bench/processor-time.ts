import { readdir, readFile } from 'node:fs/promises';

interface Spent {
  readonly pid: number;
  readonly parent: number;
  readonly own: number;
  /** Of its children that have ended. */
  readonly ofEnded: number;
}

/** In milliseconds. */
export interface ProcessorTime {
  readonly server: number;
  /** Of PostgreSQL, whose connections are processes of their own; 0 if the server has no database beside it. */
  readonly database: number;
}

/** Processor time that a server and its database have used so far. Linux only: zeros without /proc. */
export async function processorTime(server: number, postmaster: number | undefined): Promise<ProcessorTime> {
  const all = await Promise.all(
    (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(spentBy),
  );
  const time = { server: 0, database: 0 };
  for (const { pid, parent, own, ofEnded } of all.filter((spent) => spent !== undefined)) {
    if (pid === server) time.server += own;
    else if (pid === postmaster) time.database += own + ofEnded;
    else if (parent === postmaster) time.database += own;
  }
  return time;
}

async function spentBy(pid: string): Promise<Spent | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // After the name, which may contain blanks and brackets. Fields 4 and 14 to 17 of the whole line.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1, 2);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  // Linux counts hundredths of a second.
  return { pid: Number(pid), parent, own: (user + system) * 10, ofEnded: (endedUser + endedSystem) * 10 };
}
