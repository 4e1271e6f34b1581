import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { backAfter, type Fault, random, settle, tooLate } from './fault.ts';
import { startLoad } from './fault-run.ts';

export const killServer: Fault = {
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

export const killBoth: Fault = {
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

export const smallHeap: Fault = {
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

export const stopInLoad: Fault = {
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
    // Between two servers nothing listens. A refused connection was never a request.
    const failed = figures.failures.filter(({ code }) => code !== 'ECONNREFUSED');
    const codes = [...new Set(failed.map(({ status, code }) => `${status} ${code}`))];
    if (failed.length > 0) broken.push(`${failed.length} requests failed: ${codes.join(', ')}`);
    return { figures, back: backAfter(figures, moments), broken };
  },
};
