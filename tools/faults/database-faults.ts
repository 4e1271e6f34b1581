import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { clusterAdmin } from '#server/adapters/database/embedded/embedded-cluster.ts';
import { readPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import type { LoadWorld } from '../load/load-world.ts';
import { backAfter, type Fault, random, settle, tooLate, tooSlow } from './fault.ts';
import { startLoad } from './fault-run.ts';
import { startTcpProxy, type Weather } from './tcp-proxy.ts';

export const stopDatabase = (name: string, signal: NodeJS.Signals): Fault => ({
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

/** Waits until a new process answers. The server restarts its embedded database by itself. */
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

export const badNetwork = (weather: Weather, letter: string): Fault => ({
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

/** Holds a lock for the duration of the fault. */
async function whileHolding(world: LoadWorld, statement: string, seconds: number): Promise<void> {
  const client = new Client(clientConfig(world.address, undefined));
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  await sleep(seconds * 1000);
  await client.query('rollback');
  await client.end();
}

export const holdPool: Fault = {
  name: 'F8a every connection held',
  promise: '503 within 3 s',
  run: async (world, clients, size) => {
    const server = await world.startServer();
    const load = await startLoad(world, clients);
    await sleep(settle);
    // Every signed-in call waits for this lock, so all connections of the pool hang.
    await whileHolding(world, 'lock table sessions in access exclusive mode', size.seconds);
    const moments = [Date.now()];
    await sleep(settle);
    const figures = await load.finish();
    await server.stop();
    const back = backAfter(figures, moments);
    return { figures, back, broken: [...tooLate(back, 2_000, size), ...tooSlow(figures, 3_000, size)] };
  },
};

export const holdWallet: Fault = {
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
