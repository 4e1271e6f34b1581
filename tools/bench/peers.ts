import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { type LoadWorld, makeLoadWorld } from '../load/load-world.ts';
import { median } from './median.ts';
import type { Peer } from './peer.ts';
import { type EarshotTargets, prepareEarshot } from './peer-earshot.ts';
import { startParseServer } from './peer-parse-server.ts';
import { startPocketBase } from './peer-pocketbase.ts';
import { processorTime } from './processor-time.ts';
import { type WrkTarget, wrk } from './wrk.ts';

const usage = `Measures Earshot beside PocketBase and parse-server on the same work, taking turns in one run.

  npm run bench:peers -- --pocketbase PROGRAM --parse-server FOLDER
                         [--rounds 7] [--seconds 2] [--warm 5] [--connections 16] [--tracks 10000]

The list: the newest tracks of 10,000 with artist and waveform, as many for each as Earshot's page has. The write, by a
signed-in user: Earshot's report of playback beside a plain insert. Beside both the floor, Node's own HTTP and \`pg\` with
Earshot's statements. All data are on one disk. parse-server has a database of its own in Earshot's PostgreSQL, with fsync;
no measured commit waits for the disk, as Earshot's reports and PocketBase's writes do not. Prints medians of the rounds:
responses a second, how many times as many Earshot has in the same round, and the processor time of server and database
for a response. Exits with 1 if the list is below 3 times a peer's, or the report below PocketBase's insert.

PROGRAM is PocketBase's, for example \`usr/bin/base\` of Debian's package, unpacked with dpkg -x. FOLDER is one where
\`npm install parse-server\` ran. wrk must be installed: apt-get install -y wrk. Linux only: it reads /proc.`;

const { values } = parseArgs({
  options: {
    pocketbase: { type: 'string' },
    'parse-server': { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    warm: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    tracks: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
});
const { pocketbase, 'parse-server': parseServer } = values;

interface Kind {
  readonly name: string;
  readonly target: WrkTarget;
  readonly pid: number;
  /** Whether PostgreSQL works for it. */
  readonly usesPostgres: boolean;
  /** How many times as many responses Earshot must have. */
  readonly bar?: number;
}

interface Measured {
  readonly perSecond: number;
  readonly bytes: number;
  /** Processor time for a response, in milliseconds. */
  readonly server: number;
  readonly database: number;
}

interface Peers {
  readonly pocketBase: Peer;
  readonly parse: Peer;
}

async function main(): Promise<number> {
  if (values.help || !pocketbase || !parseServer) {
    console.log(usage);
    return values.help ? 0 : 1;
  }
  const world = await makeLoadWorld();
  const stops: (() => unknown)[] = [];
  try {
    const server = await world.startServer({ LOG_LEVEL: 'info' });
    const earshot = await prepareEarshot(world, Number(values.tracks));
    stops.push(() => earshot.floor.process.disconnect());
    const folder = world.workDirectory;
    const pocketBase = await startPocketBase(
      { program: pocketbase, folder, port: await world.freePort() },
      earshot.data,
    );
    stops.push(pocketBase.stop);
    const parse = await startParseServer(
      { installed: parseServer, folder, port: await world.freePort(), cluster: world.address },
      earshot.data,
    );
    stops.push(parse.stop);
    console.log(
      `${values.connections} connections, ${values.rounds} rounds of ${values.seconds} s, ${cpus().length} cores, ` +
        `${earshot.data.tracks} tracks, ${earshot.data.page} in a list`,
    );
    let isGood = true;
    for (const [name, kinds] of Object.entries(contestsOf(earshot, { pocketBase, parse }, server.pid)))
      isGood = report(name, kinds, await measure(world, kinds)) && isGood;
    return isGood ? 0 : 1;
  } finally {
    // Stops the others even if one cannot be stopped.
    const stopped = await Promise.allSettled(stops.map(async (stop) => stop()));
    await world.close();
    for (const result of stopped) if (result.status === 'rejected') console.error(result.reason);
  }
}

function contestsOf(
  earshot: EarshotTargets,
  { pocketBase, parse }: Peers,
  pid: number,
): Readonly<Record<string, readonly Kind[]>> {
  const own = { pid, usesPostgres: true };
  const floor = { name: 'floor', pid: earshot.floor.process.pid ?? 0, usesPostgres: true };
  const base = { name: 'PocketBase', pid: pocketBase.pid ?? 0, usesPostgres: false };
  const other = { name: 'parse-server', pid: parse.pid ?? 0, usesPostgres: true };
  return {
    list: [
      { name: 'Earshot', ...own, target: earshot.list },
      { ...floor, target: earshot.floor.list },
      { ...base, target: pocketBase.list, bar: 3 },
      { ...other, target: parse.list, bar: 3 },
    ],
    write: [
      { name: 'Earshot', ...own, target: earshot.report },
      { ...floor, target: earshot.floor.report },
      { ...base, target: pocketBase.insert, bar: 1 },
      { ...other, target: parse.insert },
    ],
  };
}

async function measure(world: LoadWorld, kinds: readonly Kind[]): Promise<readonly Measured[][]> {
  const postmaster = (await readPostmaster(join(world.dataDirectory, 'postgres')))?.pid;
  const measured = kinds.map((): Measured[] => []);
  for (let round = -1; round < Number(values.rounds); round += 1) {
    for (const [place, { pid, usesPostgres, target }] of kinds.entries()) {
      const spent = () => processorTime(pid, usesPostgres ? postmaster : undefined);
      const before = await spent();
      // The first round is a warm-up: Node compiles a function only after a few thousand calls.
      const { responses, perSecond, bytes } = await wrk(target, {
        connections: Number(values.connections),
        seconds: Number(round < 0 ? values.warm : values.seconds),
        folder: world.workDirectory,
      });
      const after = await spent();
      const server = (after.server - before.server) / responses;
      const database = (after.database - before.database) / responses;
      if (round >= 0) measured[place]?.push({ perSecond, bytes, server, database });
    }
  }
  return measured;
}

/** Returns whether all bars are reached. */
function report(name: string, kinds: readonly Kind[], measured: readonly Measured[][]): boolean {
  console.log(
    `\n${name.padEnd(13)} responses/s  Earshot to it  server ms  database ms  bytes   load ${loadavg()[0]?.toFixed(1)}`,
  );
  let isGood = true;
  for (const [place, { name: kind, bar }] of kinds.entries()) {
    const rounds = measured[place] ?? [];
    const of = (figure: keyof Measured) => median(rounds.map((round) => round[figure]));
    const ratio = median((measured[0] ?? []).map((own, i) => own.perSecond / (rounds[i]?.perSecond ?? 1)));
    const isMissed = bar !== undefined && ratio < bar;
    if (isMissed) isGood = false;
    console.log(
      `${kind.padEnd(13)} ${of('perSecond').toFixed(0).padStart(11)} ${ratio.toFixed(2).padStart(14)}` +
        ` ${of('server').toFixed(3).padStart(10)} ${of('database').toFixed(3).padStart(12)}` +
        ` ${of('bytes').toFixed(0).padStart(6)}` +
        (bar === undefined ? '' : `   bar ${bar}${isMissed ? ', missed' : ''}`),
    );
  }
  return isGood;
}

process.exitCode = await main();
