import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { avatarUploadPath } from '#contract/accounts.ts';
import { api } from '#contract/index.ts';
import { apiUser } from '#tests/support/earshot.ts';
import { aTrack } from '#tests/support/rows.ts';
import { sql } from '#tests/support/sql.ts';
import { type LoadWorld, makeLoadWorld } from '../load/load-world.ts';
import { ask } from './ask.ts';
import { median } from './bench-database.ts';
import { cpuOf } from './rate.ts';

const usage = `Measures how much visitors without an account slow down everyone else.

  npm run bench:anonymous [-- --rounds 5] [--seconds 2] [--connections 8]

Some connections request one address without pause; meanwhile a listener's wallet and the list of public tracks are read one
after the other. Takes turns with the same connections on /api/environment, whose median is the measure: another address may
make other calls take at most 1.5 times as long. Prints medians of all rounds, and the longest delay of the event loop that
/metrics tells. The web must be built (npm run build).`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
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

interface Measured {
  readonly waits: number[];
  readonly perSecond: number[];
  readonly longestDelays: number[];
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  const world = await makeLoadWorld();
  try {
    const server = await world.startServer({}, { withWeb: true });
    const { addresses, call } = await makeScene(world);
    console.log(
      `${connections} connections, ${rounds} rounds of ${seconds} s, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
    );
    const measured = new Map<string, Measured>();
    for (let round = -1; round < rounds; round += 1) {
      for (const [name, pathOf] of addresses) {
        const one = await measure(world, pathOf, call);
        // The first round warms everything up.
        if (round < 0) continue;
        const all = measured.get(name) ?? { waits: [], perSecond: [], longestDelays: [] };
        all.waits.push(...one.waits);
        all.perSecond.push(one.perSecond);
        all.longestDelays.push(one.longestDelay);
        measured.set(name, all);
      }
    }
    const isGood = report(measured);
    console.log(`The server used ${((await cpuOf(server.pid)) / 1000).toFixed(0)} s of processor time.`);
    await server.stop();
    if (!isGood) process.exitCode = 1;
  } finally {
    await world.close();
  }
}

type PathOf = () => string;

const setPeaks = `update audio_files set peaks = $2, analysis = 'done'
  where id = (select audio_file_id from artist_tracks where id = $1)`;

/** Artists with a track each, one with an avatar, and a listener. */
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
  let turn = 0;
  const next = () => {
    turn += 1;
    return ids[turn % ids.length];
  };
  const addresses: [name: string, path: PathOf][] = [
    [control, () => control],
    ['/artist/{id}/preview.png, one artist', () => `/artist/${first}/preview.png`],
    [`/artist/{id}/preview.png, ${artists} artists`, () => `/artist/${next()}/preview.png`],
    ['/api/openapi.json', () => '/api/openapi.json'],
    ['/artist/{id}', () => `/artist/${next()}`],
    ['/', () => '/'],
    ['/no/such/page', () => '/no/such/page'],
    ['/api/avatars/{key}.webp', () => avatar],
    ['/health', () => '/health'],
    ['/api/auth/keys', () => '/api/auth/keys'],
  ];
  return { addresses, call: { accessToken: listener.accessToken } };
}

/** Answers the path of the artist's new avatar. */
async function addAvatar(world: LoadWorld, artistId: string): Promise<string> {
  const { accessToken } = await world.signIn(artistId);
  const user = apiUser(world.url, artistId, accessToken);
  const photo = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#552266' } })
    .png()
    .toBuffer();
  await user.fetch(avatarUploadPath, { method: 'PUT', body: photo });
  return (await user.get(api.accounts.readProfile, {})).avatarUrl ?? '';
}

async function measure(world: LoadWorld, pathOf: PathOf, { accessToken }: { accessToken: string }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const own = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = (path: string) => `${world.url}${path}`;
  await longestDelay(world);
  let isOver = false;
  let answered = 0;
  const loop = async () => {
    while (!isOver) {
      // A page that is not found is an answer, too.
      await ask({ agent, method: 'GET', url: url(pathOf()) }).catch(() => undefined);
      answered += 1;
    }
  };
  const others = Array.from({ length: connections }, loop);
  const waits: number[] = [];
  const ends = performance.now() + seconds * 1000;
  while (performance.now() < ends) {
    const started = performance.now();
    if (waits.length % 2 === 0)
      await ask({
        agent: own,
        method: 'GET',
        url: url(api.wallet.readWallet.path),
        headers: { authorization: `Bearer ${accessToken}` },
      });
    else await ask({ agent: own, method: 'POST', url: url(api.discovery.getAllPublicTracks.path), body: {} });
    waits.push(performance.now() - started);
  }
  isOver = true;
  await Promise.all(others);
  agent.destroy();
  own.destroy();
  return { waits, perSecond: answered / seconds, longestDelay: await longestDelay(world) };
}

/** Milliseconds, since the last time somebody asked; the server looks each 20 ms, which are no delay. */
async function longestDelay({ url }: LoadWorld): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, value = ''] = /^earshot_event_loop_delay_seconds\{quantile="1"\} (\S+)$/m.exec(text) ?? [];
  return Math.max(0, Number(value) * 1000 - 20);
}

/** Answers whether every address stayed below the limit. */
function report(measured: ReadonlyMap<string, Measured>): boolean {
  const least = median(measured.get(control)?.waits ?? []);
  console.log(
    '\n| Requested without pause | Other calls, median ms | Beside the control | Answers/s | Longest delay, ms (median of rounds) |',
  );
  console.log('|---|---|---|---|---|');
  let isGood = true;
  for (const [name, { waits, perSecond, longestDelays }] of measured) {
    const ratio = median(waits) / least;
    if (ratio > most) isGood = false;
    console.log(
      `| \`${name}\` | ${median(waits).toFixed(1)} | ${ratio > most ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2)} | ${median(perSecond).toFixed(0)} | ${median(longestDelays).toFixed(0)} |`,
    );
  }
  console.log(`\n${isGood ? 'Every' : 'Not every'} address stays within ${most} times the control.`);
  return isGood;
}

await main();
