import { readFile } from 'node:fs/promises';

/** What one kind of server did in one round. */
export interface Rate {
  /** Answers a second. */
  readonly perSecond: number;
  /** Milliseconds of processor that its process spent for each answer, which a busy machine hardly changes; NaN without /proc. */
  readonly cpuMilliseconds: number;
}

interface Load {
  readonly clients: number;
  readonly seconds: number;
  /** The process whose processor time counts, if any. */
  readonly pid?: number | undefined;
}

/** A thing that a client does again and again. False says that there is nothing left to do. */
export type Act = (client: number) => Promise<boolean>;

/** Every client acts again as soon as it is answered, until the time is over or nothing is left to do. */
export async function rateOf(act: Act, { clients, seconds, pid }: Load): Promise<Rate> {
  const started = performance.now();
  const cpuBefore = await cpuOf(pid);
  let done = 0;
  const loop = async (client: number) => {
    while (performance.now() - started < seconds * 1000 && (await act(client))) done += 1;
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return {
    perSecond: (done * 1000) / (performance.now() - started),
    cpuMilliseconds: ((await cpuOf(pid)) - cpuBefore) / done,
  };
}

/** Milliseconds of processor that a process has spent so far. Linux counts them in hundredths of a second. */
async function cpuOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return Number.NaN;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind the name, which may hold blanks and brackets: utime and stime are the 14th and 15th field of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)) * 10;
}
