import { readFile } from 'node:fs/promises';

/** One kind of server's result in one round. */
export interface Rate {
  /** Answers per second. */
  readonly perSecond: number;
  /** Processor time of the server per answer, in milliseconds, which other load hardly affects; NaN without /proc. */
  readonly cpuMilliseconds: number;
}

interface Load {
  readonly clients: number;
  readonly seconds: number;
  /** The process whose processor time is measured, if any. */
  readonly pid?: number | undefined;
}

/** An action that a client repeats. Returns false if there is nothing left to do. */
export type Act = (client: number) => Promise<boolean>;

/** Every client repeats the action as soon as it is answered, until the time is over or nothing is left to do. */
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

/** Processor time used by a process so far, in milliseconds. Linux counts hundredths of a second. */
async function cpuOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return Number.NaN;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may contain blanks and brackets. utime and stime are fields 14 and 15 of the whole line.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)) * 10;
}
