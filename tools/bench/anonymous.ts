import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { api } from '#contract/index.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import { type LoadWorld, makeLoadWorld } from '../load/load-world.ts';
import { ask } from './ask.ts';
import { median } from './bench-database.ts';

const usage = `Measures how much visitors without an account slow down everyone else.

  npm run bench:anonymous [-- --rounds 9] [--seconds 0.7] [--connections 8]

Several connections request one address without pause. Meanwhile, a listener's wallet and the list of public tracks are read
one after the other. Each address alternates with /api/environment on the same connections: other calls may take at most 1.5
times as long as with that. Prints the medians of the rounds, and the longest event-loop delay in /metrics, which on a busy
machine includes waits for a CPU. The web app must be built (npm run build).`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '0.7' },
    connections: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const most = 1.5;
const artists = 400;
const control = '/api/environment';

interface Scene {
  readonly world: LoadWorld;
  readonly flood: Worker;
  /** Of the listener who makes the other calls. */
  readonly accessToken: string;
}

/** Measurements of one address, with the control measured just before. */
interface Round {
  readonly wait: number;
  readonly ratio: number;
  readonly perSecond: number;
  readonly longestDelay: number;
  readonly longestDelayOfControl: number;
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  const world = await makeLoadWorld();
  try {
    const server = await world.startServer({}, { withWeb: true });
    const { addresses, accessToken } = await makeScene(world);
    const flood = new Worker(new URL('./flood.ts', import.meta.url), { workerData: { connections } });
    const scene: Scene = { world, flood, accessToken };
    console.log(
      `${connections} connections, ${rounds} rounds of ${seconds} s, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
    );
    const measured = new Map<string, Round[]>(addresses.map(([name]) => [name, []]));
    for (let round = -1; round < rounds; round += 1) {
      for (const [name, paths] of addresses) {
        const beside = await measure(scene, [control]);
        const one = await measure(scene, paths);
        // The first round is a warm-up.
        if (round < 0) continue;
        const ratio = one.wait / beside.wait;
        measured.get(name)?.push({ ...one, ratio, longestDelayOfControl: beside.longestDelay });
      }
    }
    await flood.terminate();
    const isGood = report(measured);
    await server.stop();
    if (!isGood) process.exitCode = 1;
  } finally {
    await world.close();
  }
}

const setPeaks = `update audio_files set peaks = $2, analysis = 'done'
  where id = (select audio_file_id from artist_tracks where id = $1)`;

/** Makes artists with a track each, one with an avatar, and a listener. */
async function makeScene(world: LoadWorld) {
  const owner = world.owner.database;
  const ids: string[] = [];
  for (let i = 0; i < artists; i += 1) {
    const artistId = await world.person({ userType: 'artist', displayName: `Artist ${i}` });
    const { id } = await aTrack(owner, { artistId, title: `Track ${i}` });
    await sql(owner, setPeaks, [id, randomBytes(800)]);
    ids.push(artistId);
  }
  const [first = ''] = ids;
  const avatar = await addAvatar(world, first);
  const listener = await world.signIn(await world.person({ userType: 'listener' }));
  const pictures = ids.map((id) => `/artist/${id}/preview.png`);
  const addresses: [name: string, paths: readonly string[]][] = [
    [control, [control]],
    ['/artist/{id}/preview.png, one artist', pictures.slice(0, 1)],
    [`/artist/{id}/preview.png, ${artists} artists`, pictures],
    ['/api/openapi.json', ['/api/openapi.json']],
    ['/artist/{id}', ids.map((id) => `/artist/${id}`)],
    ['/', ['/']],
    ['/no/such/page', ['/no/such/page']],
    ['/api/avatars/{key}.webp', [avatar]],
    ['/health', ['/health']],
    ['/api/auth/keys', ['/api/auth/keys']],
  ];
  return { addresses, accessToken: listener.accessToken };
}

/** Returns the path of the artist's new avatar. */
async function addAvatar(world: LoadWorld, artistId: string): Promise<string> {
  const { accessToken } = await world.signIn(artistId);
  const user = apiUser(world.url, artistId, accessToken);
  const photo = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#552266' } })
    .png()
    .toBuffer();
  await user.fetch(avatarUploadPath, { method: 'PUT', body: photo });
  return (await user.get(api.accounts.readProfile, {})).avatarUrl ?? '';
}

async function measure({ world, flood, accessToken }: Scene, paths: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  flood.postMessage(paths.map((path) => `${world.url}${path}`));
  await once(flood, 'message');
  await longestDelay(world);
  const waits: number[] = [];
  const started = performance.now();
  while (performance.now() - started < seconds * 1000) {
    const asked = performance.now();
    await (waits.length % 2 === 0 ? readWallet(agent, world, accessToken) : listTracks(agent, world));
    waits.push(performance.now() - asked);
  }
  flood.postMessage([]);
  const [answered] = await once(flood, 'message');
  const perSecond = (Number(answered) * 1000) / (performance.now() - started);
  agent.destroy();
  return { wait: median(waits), perSecond, longestDelay: await longestDelay(world) };
}

const readWallet = (agent: Agent, { url }: LoadWorld, accessToken: string) =>
  ask({
    agent,
    method: 'GET',
    url: `${url}${api.wallet.readWallet.path}`,
    headers: { authorization: `Bearer ${accessToken}` },
  });

const listTracks = (agent: Agent, { url }: LoadWorld) =>
  ask({ agent, method: 'POST', url: `${url}${api.discovery.getAllPublicTracks.path}`, body: {} });

/** Milliseconds since the last request. The server samples every 20 ms, which are subtracted. */
async function longestDelay({ url }: LoadWorld): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, value = ''] = /^earshot_event_loop_delay_seconds\{percentile="100"\} (\S+)$/m.exec(text) ?? [];
  return Math.max(0, Number(value) * 1000 - 20);
}

/** Returns whether every address stayed below the limit. */
function report(measured: ReadonlyMap<string, readonly Round[]>): boolean {
  const heads = ['Requested without pause', 'Other calls, ms', 'Beside the control', 'Answers/s'];
  console.log(`\n| ${heads.join(' | ')} | Longest delay of the event loop, ms | The control's |`);
  console.log('|---|---|---|---|---|---|');
  let isGood = true;
  for (const [name, all] of measured) {
    const middle = (figure: keyof Round) => median(all.map((round) => round[figure]));
    const ratio = middle('ratio');
    if (ratio > most) isGood = false;
    const cells = [
      `\`${name}\``,
      middle('wait').toFixed(1),
      ratio > most ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2),
      middle('perSecond').toFixed(0),
      middle('longestDelay').toFixed(0),
      middle('longestDelayOfControl').toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log(`\n${isGood ? 'Every' : 'Not every'} address stays within ${most} times the control.`);
  return isGood;
}

await main();
