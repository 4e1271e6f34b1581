import { createServer, connect as netConnect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the network does to the traffic. */
export type Weather = 'fine' | 'delay' | 'throttle' | 'slices' | 'reset' | 'black hole';

export interface TcpProxy {
  readonly port: number;
  set(weather: Weather): void;
  close(): Promise<void>;
}

const throttledBytesPerSecond = 16 * 1024;
const throttleStep = 1024;
const sliceBytes = 3;
const resetMilliseconds = 200;
const lookMilliseconds = 20;

/** A network between two programs that can be disturbed. @param target where connections are forwarded */
export async function startTcpProxy(
  target: { path: string } | { host: string; port: number },
): Promise<TcpProxy> {
  let weather: Weather = 'fine';
  const sockets = new Set<Socket>();
  const fromClients = new Set<Socket>();
  const now = () => weather;
  const server = createServer((client) => {
    const upstream = netConnect(target);
    fromClients.add(client);
    client.on('close', () => fromClients.delete(client));
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    void carry(client, upstream, now);
    void carry(upstream, client, now);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const resetting = setInterval(() => {
    if (weather === 'reset') for (const socket of fromClients) socket.resetAndDestroy();
  }, resetMilliseconds);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    set: (next) => {
      weather = next;
    },
    close: async () => {
      clearInterval(resetting);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function carry(from: Socket, to: Socket, weather: () => Weather): Promise<void> {
  try {
    for await (const chunk of from) await pass(chunk, to, weather);
    to.end();
  } catch {
    to.destroy();
  }
}

async function pass(chunk: Buffer, to: Socket, weather: () => Weather): Promise<void> {
  while (weather() === 'black hole') await sleep(lookMilliseconds);
  if (weather() === 'delay') await sleep(100 + Math.random() * 200);
  if (weather() === 'throttle') {
    for (let at = 0; at < chunk.length; at += throttleStep) {
      const part = chunk.subarray(at, at + throttleStep);
      await sleep((part.length / throttledBytesPerSecond) * 1000);
      to.write(part);
    }
  } else if (weather() === 'slices') {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      to.write(chunk.subarray(at, at + sliceBytes));
      await new Promise(setImmediate);
    }
  } else to.write(chunk);
}
