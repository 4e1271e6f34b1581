import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { clusterAdmin } from '#server/adapters/database/embedded/embedded-cluster.ts';
import { readPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { heldSockets } from '../load/held-sockets.ts';
import type { LoadWorld } from '../load/load-world.ts';
import { mixedLoad } from '../load/mixed-load.ts';
import { overload } from '../load/overload.ts';
import { pacedStreams } from '../load/paced-streams.ts';
import { signInBurst } from '../load/sign-in-burst.ts';
import { slowConnections } from '../load/slow-connections.ts';
import { badNetworkOfBrowser } from './browser-faults.ts';
import { clockFaults } from './clock-faults.ts';
import { flippedAudioBit, flippedBit } from './damaged-data.ts';
import { fullAudioVolume, fullDatabaseVolume } from './disk-faults.ts';
import {
  backAfter,
  type Check,
  type Fault,
  type FaultSize,
  random,
  settle,
  tooLate,
  tooSlow,
} from './fault.ts';
import { startLoad } from './fault-run.ts';
import { lostPrimary } from './lost-primary.ts';
import { killWhileMailing, mailServerAway } from './mail-faults.ts';
import { manyPayouts } from './payout-faults.ts';
import { killWhileMigrating } from './start-faults.ts';
import { startTcpProxy, type Weather } from './tcp-proxy.ts';

const killServer: Fault = {
  name: 'F1 kill -9 of the server',
  promise: 'back in 2 s',
  run: async (world, clients, size) => {
    let server = await world.startServer();
    const load = await startLoad(world, clients);
    await sleep(settle);
    const moments: number[] = [];
    for (let i = 0; i < size.times; i += 1) {
      await sleep(random(300, 1_500));
      await server.kill();
      moments.push(Date.now());
      server = await world.startServer();
    }
    await sleep(settle);
    const figures = await load.finish();
    await server.stop();
    const back = backAfter(figures, moments);
    return { figures, back, broken: tooLate(back, 2_000, size) };
  },
};

const stopDatabase = (name: string, signal: NodeJS.Signals): Fault => ({
  name,
  promise: 'the server stays up and is back 5 s after the database',
  run: async (world, clients, size) => {
    const server = await world.startServer();
    const load = await startLoad(world, clients);
    await sleep(settle);
    const moments: number[] = [];
    for (let i = 0; i < size.times; i += 1) {
      await sleep(random(300, 1_500));
      const before = await readPostmaster(join(world.dataDirectory, 'postgres'));
      if (before) process.kill(before.pid, signal);
      await untilDatabaseAnswers(world, before?.pid);
      moments.push(Date.now());
      await sleep(settle);
    }
    const figures = await load.finish();
    const code = await server.stop();
    const back = backAfter(figures, moments);
    const ended = code === 0 ? [] : [`the server ended with ${code}`];
    return { figures, back, broken: [...tooLate(back, 5_000, size), ...ended] };
  },
});

const killBoth: Fault = {
  name: 'F4 server and database killed together',
  promise: 'back in 8 s',
  run: async (world, clients, size) => {
    let server = await world.startServer();
    const load = await startLoad(world, clients);
    await sleep(settle);
    const moments: number[] = [];
    for (let i = 0; i < size.times; i += 1) {
      await sleep(random(300, 1_500));
      const database = await readPostmaster(join(world.dataDirectory, 'postgres'));
      if (database) process.kill(database.pid, 'SIGKILL');
      await server.kill();
      moments.push(Date.now());
      server = await world.startServer();
      await sleep(settle);
    }
    const figures = await load.finish();
    await server.stop();
    const back = backAfter(figures, moments);
    return { figures, back, broken: tooLate(back, 8_000, size) };
  },
};

const smallHeap: Fault = {
  name: 'F13 a heap of 192 MB',
  promise: 'no crash',
  run: async (world, clients, size) => {
    const server = await world.startServer({ NODE_OPTIONS: '--max-old-space-size=192' });
    const load = await startLoad(world, clients);
    await sleep(size.seconds * 1000);
    const figures = await load.finish();
    const code = await server.stop();
    return { figures, back: [], broken: code === 0 ? [] : [`the server ended with ${code}`] };
  },
};

/** Until another process than before answers; the server revives its embedded database by itself. */
async function untilDatabaseAnswers(world: LoadWorld, oldPid: number | undefined): Promise<void> {
  for (;;) {
    const now = await readPostmaster(join(world.dataDirectory, 'postgres'));
    if (now && now.pid !== oldPid && (await answers(world))) return;
    await sleep(20);
  }
}

async function answers(world: LoadWorld): Promise<boolean> {
  const client = new Client(clientConfig(world.address, undefined));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const badNetwork = (weather: Weather, letter: string): Fault => ({
  name: `F6${letter} network to the database: ${weather}`,
  promise: 'no request takes longer than 5 s, and the pool recovers',
  run: async (world, clients, size) => {
    if (!('host' in world.address)) throw new Error('The world has an embedded database.');
    const { host, port } = world.address;
    const proxy = await startTcpProxy({ path: `${host}/.s.PGSQL.${port}` });
    const database = `postgresql://${clusterAdmin}@127.0.0.1:${proxy.port}/${world.address.database}`;
    const server = await world.startServer({ DATABASE_URL: database });
    const load = await startLoad(world, clients);
    await sleep(settle);
    proxy.set(weather);
    await sleep((weather === 'black hole' ? Math.min(10, size.seconds) : size.seconds) * 1000);
    proxy.set('fine');
    const moments = [Date.now()];
    await sleep(settle);
    const figures = await load.finish();
    await server.stop();
    await proxy.close();
    const back = backAfter(figures, moments);
    return { figures, back, broken: [...tooLate(back, 5_000, size), ...tooSlow(figures, 5_000, size)] };
  },
});

/** Holds a lock beside the server for as long as the fault lasts. */
async function whileHolding(world: LoadWorld, statement: string, seconds: number): Promise<void> {
  const client = new Client(clientConfig(world.address, undefined));
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  await sleep(seconds * 1000);
  await client.query('rollback');
  await client.end();
}

const holdPool: Fault = {
  name: 'F8a every connection held',
  promise: '503 within 3 s',
  run: async (world, clients, size) => {
    const server = await world.startServer();
    const load = await startLoad(world, clients);
    await sleep(settle);
    // Every signed-in call waits for it, so that all connections of the pool hang.
    await whileHolding(world, 'lock table sessions in access exclusive mode', size.seconds);
    const moments = [Date.now()];
    await sleep(settle);
    const figures = await load.finish();
    await server.stop();
    const back = backAfter(figures, moments);
    return { figures, back, broken: [...tooLate(back, 2_000, size), ...tooSlow(figures, 3_000, size)] };
  },
};

const holdWallet: Fault = {
  name: 'F8b one wallet locked',
  promise: '503 within 3 s for its owner, nobody else is held up',
  run: async (world, clients, size) => {
    const server = await world.startServer();
    const load = await startLoad(world, clients);
    await sleep(settle);
    const from = Date.now();
    const [held = ''] = clients.listeners;
    await whileHolding(
      world,
      `select from ledger.accounts where listener_id = '${held}' for update`,
      Math.min(10, size.seconds),
    );
    const until = Date.now();
    await sleep(settle);
    const figures = await load.finish();
    await server.stop();
    const inTime = figures.answers.filter(({ at }) => at > from + settle && at < until);
    const served = new Set(inTime.map(({ client }) => client));
    const heldUp = clients.listeners.length - 1 - served.size;
    const failedOthers = figures.failures.filter(({ client }) => client !== 0).length;
    const broken = [
      ...(heldUp > 0 ? [`${heldUp} other listeners were held up`] : []),
      ...(failedOthers > 0 ? [`${failedOthers} requests of others failed`] : []),
    ];
    return {
      figures,
      back: backAfter(figures, [until]),
      broken: [...broken, ...tooSlow(figures, 3_000, size)],
    };
  },
};

const stopInLoad: Fault = {
  name: 'F12 SIGTERM in load',
  promise: '0 failed requests, stopped within 10 s',
  run: async (world, clients, size) => {
    let server = await world.startServer();
    const load = await startLoad(world, clients);
    const moments: number[] = [];
    const broken: string[] = [];
    for (let i = 0; i < size.times; i += 1) {
      await sleep(random(1_000, 2_000));
      const started = performance.now();
      const code = await server.stop();
      const ms = performance.now() - started;
      if (code !== 0) broken.push(`the server ended with ${code}`);
      if (ms > 10_000 * size.patience) broken.push(`stopping took ${Math.round(ms)} ms`);
      moments.push(Date.now());
      server = await world.startServer();
    }
    await sleep(settle);
    const figures = await load.finish();
    await server.stop();
    // Nobody listens between two servers: a connection that was refused never was a request.
    const failed = figures.failures.filter(({ code }) => code !== 'ECONNREFUSED');
    const codes = [...new Set(failed.map(({ status, code }) => `${status} ${code}`))];
    if (failed.length > 0) broken.push(`${failed.length} requests failed: ${codes.join(', ')}`);
    return { figures, back: backAfter(figures, moments), broken };
  },
};

/** How large a scenario is; once, where nothing else is said. */
export interface Scenario {
  readonly perCommit?: Partial<FaultSize>;
  /** For the long run of the night. */
  readonly nightly?: Partial<FaultSize>;
}

export const faults: readonly (Scenario & { fault: Fault })[] = [
  { fault: killServer, perCommit: { times: 10 }, nightly: { times: 200 } },
  {
    fault: stopDatabase('F3a immediate stop of the database', 'SIGQUIT'),
    perCommit: { times: 3 },
    nightly: { times: 50 },
  },
  {
    fault: stopDatabase('F3b kill -9 of the postmaster', 'SIGKILL'),
    perCommit: { times: 2 },
    nightly: { times: 50 },
  },
  { fault: killBoth, nightly: { times: 20 } },
  ...(['delay', 'throttle', 'slices', 'reset', 'black hole'] as const).map((weather, i) => ({
    fault: badNetwork(weather, String.fromCharCode(97 + i)),
  })),
  { fault: holdPool },
  { fault: holdWallet },
  ...clockFaults.map((fault) => ({ fault })),
  { fault: stopInLoad, perCommit: { times: 2 }, nightly: { times: 20 } },
  { fault: smallHeap },
];

/** The faults and loads that money's clients do not ride on. */
export const checks: readonly (Scenario & { check: Check })[] = [
  { check: killWhileMailing, perCommit: { times: 3 }, nightly: { times: 30 } },
  { check: killWhileMigrating, perCommit: { times: 3 }, nightly: { times: 30 } },
  { check: badNetworkOfBrowser, nightly: { seconds: 60 } },
  { check: fullDatabaseVolume, nightly: { times: 10 } },
  { check: fullAudioVolume, nightly: { times: 10 } },
  { check: mailServerAway, nightly: { times: 5 } },
  { check: manyPayouts, perCommit: { users: 500 } },
  { check: lostPrimary, nightly: { times: 3 } },
  { check: flippedBit, nightly: { times: 5 } },
  { check: flippedAudioBit, nightly: { times: 5 } },
  {
    check: mixedLoad,
    perCommit: { users: 300, seconds: 180 },
    nightly: { users: 1_000, seconds: 1_800 },
  },
  { check: overload },
  {
    check: heldSockets,
    perCommit: { users: 2_000, seconds: 30 },
    nightly: { users: 5_000, seconds: 600 },
  },
  {
    check: pacedStreams,
    perCommit: { users: 100, seconds: 60 },
    nightly: { users: 300, seconds: 900 },
  },
  { check: signInBurst },
  { check: slowConnections },
];
