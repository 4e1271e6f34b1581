import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '#contract/index.ts';
import type { Check } from '../faults/fault.ts';
import { countByStatus, percentile, type Timed, timedFetch } from './latencies.ts';
import type { LoadWorld } from './load-world.ts';

const slowHeaders = 400;
const slowBodies = 100;
const headersSeconds = 10;
const bodySeconds = 15;
/** Seconds between two checks by the server of its connections, plus network time. */
const slack = 3;

interface SlowConnection {
  readonly openedAt: number;
  closedAt: number | undefined;
  readonly socket: Socket;
}

/** Sends its first words and then one letter a second, forever. */
function openSlowly(port: number, firstWords: string): SlowConnection {
  const socket = connect(port, '127.0.0.1');
  const connection: SlowConnection = { openedAt: performance.now(), closedAt: undefined, socket };
  const dripping = setInterval(() => socket.write('x'), 1_000);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(dripping);
    connection.closedAt = performance.now();
  });
  socket.resume();
  socket.write(firstWords);
  return connection;
}

const openFor = ({ openedAt, closedAt }: SlowConnection) =>
  closedAt === undefined ? Number.POSITIVE_INFINITY : (closedAt - openedAt) / 1000;

/** Sends calls over a good connection until told to stop. */
async function callMeanwhile(world: LoadWorld, until: () => boolean): Promise<Timed[]> {
  const calls: Timed[] = [];
  while (until()) {
    calls.push(await timedFetch(`${world.url}${api.discovery.readDiscovery.path}`, { method: 'GET' }));
    await sleep(50);
  }
  return calls;
}

export const slowConnections: Check = {
  name: 'L7 slow connections',
  promise: 'all are closed, headers after 10 s and bodies after 15 s, and others are served',
  run: async (world, { patience }) => {
    const server = await world.startServer();
    const port = Number(new URL(world.url).port);
    const path = api.accounts.signIn.path;
    const body = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`;
    const headers = Array.from({ length: slowHeaders }, () =>
      openSlowly(port, `GET / HTTP/1.1\r\nHost: a\r\nX-Slow: `),
    );
    const bodies = Array.from({ length: slowBodies }, () => openSlowly(port, body));
    const all = [...headers, ...bodies];
    const ends = performance.now() + (bodySeconds + slack) * 1000 * patience;
    const isOver = () => all.every(({ closedAt }) => closedAt !== undefined) || performance.now() > ends;
    const calls = await callMeanwhile(world, () => !isOver());
    for (const { socket } of all) socket.destroy();
    await server.stop();
    const longest = (connections: SlowConnection[]) => Math.max(...connections.map(openFor));
    const wrong = calls.filter(({ status }) => status !== 200);
    return {
      line: `${slowHeaders} slow headers open for ${longest(headers).toFixed(1)} s at most, ${slowBodies} slow bodies for ${longest(bodies).toFixed(1)} s; ${calls.length} other calls, p99 ${percentile(calls, 99)} ms`,
      broken: [
        ...(longest(headers) > (headersSeconds + slack) * patience ? ['slow headers were kept'] : []),
        ...(longest(bodies) > (bodySeconds + slack) * patience ? ['slow bodies were kept'] : []),
        ...(wrong.length > 0 ? [`others were answered with ${countByStatus(wrong)}`] : []),
        ...(percentile(calls, 99) > 500 * patience ? ['others were held up'] : []),
      ],
    };
  },
};
