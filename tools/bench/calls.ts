import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { nextTrack } from '#contract/reviewing/listening/listening.ts';
import { columnParsers } from '#server/adapters/database/connections/postgres-database.ts';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { anArtist, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import { type LoadWorld, makeLoadWorld, type SignedIn } from '../load/load-world.ts';
import { ask } from './ask.ts';
import { jobsWait } from './jobs-wait.ts';
import { type BenchWorld, type MeasuredCall, measuredCalls } from './measured-calls.ts';
import { median } from './median.ts';
import { type Act, type Rate, rateOf } from './rate.ts';
import { type FloorSetting, runScript } from './statement-scripts.ts';

const usage = `Measures what a call costs compared to the minimum that could answer it, alternating in one run.

  npm run bench [-- --rounds 7] [--seconds 1.5] [--warm 5] [--clients 16] [--only "next track,wallet"]
                 [--profile FOLDER] [--beside CHECKOUT]

For each call: Earshot with everything on (sessions, limits, validation, response schemas, a log line per request);
the floor, which is Node's own HTTP and \`pg\` with the same statements in the same transactions, without authentication or
checks; and the same statements in a loop without HTTP. Jobs wait until the measurement is over. Prints the medians of the
rounds: the ratio of responses per second, and the CPU time per response of Earshot and of the floor.
--profile stores a CPU profile of Earshot in FOLDER. --beside also measures the server of another checkout (an earlier commit
with the same migrations) on the same database.`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '1.5' },
    warm: { type: 'string', default: '5' },
    clients: { type: 'string', default: '16' },
    only: { type: 'string' },
    profile: { type: 'string' },
    beside: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const tracks = 1_000;
const tracksOfArtist = 12;
const reviewers = 120;
const clients = Number(values.clients);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const warm = Number(values.warm);

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  const world = await makeLoadWorld();
  try {
    const server = await world.startServer({
      LOG_LEVEL: 'info',
      ...(values.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` } : {}),
    });
    const other = values.beside ? await startOther(world, values.beside) : undefined;
    const bench = await makeBench(world);
    const floor = fork(join(import.meta.dirname, 'floor-server.ts'), [JSON.stringify(bench.setting)]);
    const [port] = await once(floor, 'message');
    const pool = poolOf(world);
    console.log(
      `${clients} clients, ${rounds} rounds of ${seconds} s, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${tracks} tracks`,
    );
    console.log(
      'call           earshot/floor earshot/database  cpu/floor |  earshot/s    floor/s database/s  cpu ms  floor ms',
    );
    const only = values.only?.split(',');
    for (const [name, call] of Object.entries(measuredCalls(bench))) {
      if (only && !only.includes(name)) continue;
      await measure(name, call, {
        bench,
        pool,
        floor,
        floorUrl: `http://127.0.0.1:${port}`,
        server: { url: world.url, pid: server.pid },
        other,
      });
    }
    floor.disconnect();
    await pool.end();
    await server.stop();
  } finally {
    await world.close();
  }
}

interface Server {
  readonly url: string;
  readonly pid: number;
}

async function startOther(world: LoadWorld, folder: string): Promise<Server> {
  const port = String(await world.freePort());
  const { pid } = await world.startServer({ LOG_LEVEL: 'info', PORT: port }, { folder });
  return { url: `http://127.0.0.1:${port}`, pid };
}

interface Measuring {
  readonly bench: BenchWorld;
  readonly pool: Pool;
  readonly floor: ChildProcess;
  readonly floorUrl: string;
  readonly server: Server;
  /** A server of another checkout, to compare with. */
  readonly other: Server | undefined;
}

interface Kind {
  readonly act: Act;
  readonly pid: number | undefined;
}

async function measure(
  name: string,
  call: MeasuredCall,
  { bench, pool, floor, floorUrl, server, other }: Measuring,
): Promise<void> {
  const { agent, setting } = bench;
  const { script } = call;
  const kinds = new Map<string, Kind>([
    ['earshot', { act: call.earshot(server.url), pid: server.pid }],
    ...(other ? [['other', { act: call.earshot(other.url), pid: other.pid }] as const] : []),
    [
      'floor',
      {
        act: call.bare((person, body) =>
          ask({ agent, method: 'POST', url: `${floorUrl}/${script}/${person}`, body }),
        ),
        pid: floor.pid,
      },
    ],
    ['database', { act: call.bare((person) => runScript(pool, setting, script, person)), pid: undefined }],
  ]);
  const rates = new Map<string, Rate[]>([...kinds.keys()].map((kind) => [kind, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [kind, { act, pid }] of kinds) {
      await call.prepare();
      // The first round is a warm-up: Node compiles a function only after a few thousand calls.
      const rate = await rateOf(act, { clients, seconds: round < 0 ? warm : seconds, pid });
      if (round >= 0) rates.get(kind)?.push(rate);
    }
  }
  report(name, rates);
}

function report(name: string, rates: ReadonlyMap<string, readonly Rate[]>): void {
  const of = (kind: string) => rates.get(kind) ?? [];
  const ratio = (to: string, figure: keyof Rate = 'perSecond') =>
    median(of('earshot').map((rate, round) => rate[figure] / (of(to)[round]?.[figure] ?? 1))).toFixed(2);
  const perSecond = (kind: string) =>
    median(of(kind).map((rate) => rate.perSecond))
      .toFixed(0)
      .padStart(10);
  const cpu = (kind: string) => median(of(kind).map((rate) => rate.cpuMilliseconds)).toFixed(2);
  console.log(
    `${name.padEnd(14)} ${ratio('floor').padStart(13)} ${ratio('database').padStart(16)} ${ratio('floor', 'cpuMilliseconds').padStart(10)} |` +
      ` ${perSecond('earshot')} ${perSecond('floor')} ${perSecond('database')} ${cpu('earshot').padStart(7)} ${cpu('floor').padStart(9)}`,
  );
  if (of('other').length > 0)
    console.log(
      `  beside the other checkout: ${ratio('other')} in answers, ${ratio('other', 'cpuMilliseconds')} in processor`,
    );
}

const poolOf = (world: LoadWorld): Pool =>
  new Pool({
    ...clientConfig(world.address, 'earshot_app', ['timezone=UTC']),
    max: clients,
    types: columnParsers,
  });

async function makeBench(world: LoadWorld): Promise<BenchWorld> {
  const owner = world.owner.database;
  // Otherwise one server would judge the reviews of all three while it is measured.
  await jobsWait(owner);
  const artist = await anArtist(owner, {});
  const made: string[] = [];
  for (let i = 0; i < tracks; i += 1) {
    const of = i < tracksOfArtist ? { artistId: artist } : {};
    made.push((await aTrack(owner, { title: `Track ${i}`, reviewTarget: 1_000, ...of })).id);
  }
  // Every card shows a waveform.
  await sql(owner, "update audio_files set analysis = 'done', peaks = decode(repeat('0728', 400), 'hex')");
  await sql(owner, 'analyze');
  const people = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => world.signIn(await world.person({ userType: 'listener' }))),
    );
  const listeners = await people(clients);
  const reviewing = await people(reviewers);
  const setting: FloorSetting = {
    address: world.address,
    listeners: listeners.map(({ userId }) => userId),
    sessions: listeners.map(() => randomUUID()),
    served: await Promise.all(listeners.map((listener) => serve(world, listener))),
    reviewers: reviewing.map(({ userId }) => userId),
    artist,
  };
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  return { world, agent, listeners, reviewers: reviewing, tracks: made, setting };
}

async function serve(world: LoadWorld, { accessToken }: SignedIn): Promise<string> {
  const response = await fetch(world.url + nextTrack.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return nextTrack.answer.parse(await response.json()).track?.trackId ?? '';
}

await main();
