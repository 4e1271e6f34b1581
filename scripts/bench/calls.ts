import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { getAllPublicTracks } from '#contract/discovery.ts';
import { nextTrack, recordPlayEvent } from '#contract/listening.ts';
import { readWallet } from '#contract/wallet.ts';
import { columnParsers } from '#server/adapters/database/column-parsers.ts';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { aTrack } from '#tests/support/rows.ts';
import { makeLoadWorld } from '../load/load-world.ts';
import { type FloorSetting, runScript } from './statement-scripts.ts';

const usage = `Measures what a call costs beside the least that could answer it, taking turns in one run.

  npm run bench [-- --rounds 7] [--seconds 1.5] [--clients 16]

For each call: Earshot with everything on; the floor, Node's own HTTP and the same statements without asking who calls or
checking anything; and the same statements in a loop without HTTP. Prints medians of the rounds as ratios.`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '1.5' },
    clients: { type: 'string', default: '16' },
    help: { type: 'boolean', default: false },
  },
});
const tracks = 1_000;
const clients = Number(values.clients);
const agent = new Agent({ keepAlive: true, maxSockets: clients });

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** Answers the status. */
const ask = ({ method, url, token, body }: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const asking = request(url, {
      agent,
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
      },
    });
    asking.on('error', reject);
    asking.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    asking.end(text);
  });

/** How many a second, with every client asking again as soon as it is answered. */
async function rateOf(act: (client: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + Number(values.seconds) * 1000;
  const started = performance.now();
  let done = 0;
  const loop = async (client: number) => {
    while (performance.now() < until) {
      await act(client);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return (done * 1000) / (performance.now() - started);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  const world = await makeLoadWorld();
  try {
    for (let i = 0; i < tracks; i += 1)
      await aTrack(world.owner.database, { title: `Track ${i}`, reviewTarget: 30 });
    const people = await Promise.all(
      Array.from({ length: clients }, async () => world.signIn(await world.person({ userType: 'listener' }))),
    );
    const setting: FloorSetting = {
      address: world.address,
      listeners: people.map(({ userId }) => userId),
      sessions: people.map(() => randomUUID()),
    };
    const server = await world.startServer();
    const floor = fork(join(import.meta.dirname, 'floor-server.ts'), [JSON.stringify(setting)]);
    const [port] = await once(floor, 'message');
    const pool = new Pool({
      ...clientConfig(world.address, 'earshot_app', ['timezone=UTC']),
      max: clients,
      types: columnParsers,
    });
    const served = new Map<number, string>();
    const asEarshot =
      (call: { method: string; path: string }, body?: (i: number) => unknown) => async (i: number) => {
        const token = people[i]?.accessToken ?? '';
        const status = await ask({ method: call.method, url: world.url + call.path, token, body: body?.(i) });
        if (status !== 200) throw new Error(`${call.path} answered ${status}`);
      };
    for (const [i, { accessToken }] of people.entries()) {
      const response = await fetch(world.url + nextTrack.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: '{}',
      });
      const { track } = nextTrack.answer.parse(await response.json());
      served.set(i, track?.trackId ?? '');
    }
    const beat = (i: number) => ({
      trackId: served.get(i),
      sessionId: setting.sessions[i],
      event: 'start',
      positionSeconds: 0,
      playing: false,
    });
    const calls = {
      'next track': ['next', asEarshot(nextTrack, () => ({})), () => ({})],
      'play event': ['beat', asEarshot(recordPlayEvent, beat), beat],
      'public tracks': ['tracks', asEarshot(getAllPublicTracks, () => ({})), () => ({})],
      wallet: ['wallet', asEarshot(readWallet), undefined],
    } as const;

    console.log(
      `${clients} clients, ${values.rounds} rounds of ${values.seconds} s, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${tracks} tracks`,
    );
    console.log('call            earshot/floor  earshot/database     earshot/s   floor/s   database/s');
    for (const [name, [script, earshot, body]] of Object.entries(calls)) {
      const rates = { earshot: [] as number[], floor: [] as number[], database: [] as number[] };
      for (let round = -1; round < Number(values.rounds); round += 1) {
        const measured = {
          earshot: await rateOf(earshot),
          floor: await rateOf((i) =>
            ask({ method: 'POST', url: `http://127.0.0.1:${port}/${script}/${i}`, body: body?.(i) }),
          ),
          database: await rateOf((i) => runScript(pool, setting, script, i)),
        };
        // The first round warms everything up.
        if (round < 0) continue;
        for (const kind of ['earshot', 'floor', 'database'] as const) rates[kind].push(measured[kind]);
      }
      const ratio = (to: 'floor' | 'database') =>
        median(rates.earshot.map((rate, round) => rate / (rates[to][round] ?? 1))).toFixed(2);
      const shown = (kind: keyof typeof rates) => median(rates[kind]).toFixed(0).padStart(10);
      console.log(
        `${name.padEnd(15)} ${ratio('floor').padStart(13)} ${ratio('database').padStart(17)} ${shown('earshot')} ${shown('floor')} ${shown('database')}`,
      );
    }
    floor.disconnect();
    await pool.end();
    await server.stop();
  } finally {
    await world.close();
  }
}

await main();
