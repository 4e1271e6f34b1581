import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '#tests/support/world/server-process.ts';
import type { LoadWorld } from '../load/load-world.ts';
import { adapted } from '../sample-proxies.ts';
import { endProgram, startProgram } from './unprivileged.ts';

const sampleFile = join(import.meta.dirname, '../../docs/proxies/haproxy-nodes.cfg');

export interface EarshotServers {
  readonly servers: readonly ServerProcess[];
  /** Whether each server is ready according to `/ready`. */
  readiness(): Promise<boolean[]>;
  /** @throws if one is not ready within `seconds` */
  untilReady(seconds: number): Promise<void>;
  close(): Promise<void>;
}

const lookMilliseconds = 100;
const askMilliseconds = 5_000;

/**
 * Starts three servers of a world and, at its address, the HAProxy of `docs/proxies/haproxy-nodes.cfg` in front of
 * them.
 */
export async function startEarshotServers(
  world: LoadWorld,
  folder: string,
  settings: Record<string, string> = {},
): Promise<EarshotServers> {
  const startOne = () => world.startServer({ PORT: '0', TRUSTED_PROXIES: '127.0.0.1', ...settings });
  const servers = await Promise.all([startOne(), startOne(), startOne()]);
  const portOf = (url: string) => Number(new URL(url).port);
  const sample = await readFile(sampleFile, 'utf8');
  const file = join(folder, 'haproxy-nodes.cfg');
  const nodes = servers.map(({ url }) => portOf(url));
  await writeFile(file, adapted(sample, portOf(world.url), nodes));
  const proxy = await startProgram(folder, 'haproxy-nodes', ['haproxy', '-db', '-f', file]);
  const readiness = () => Promise.all(servers.map(({ url }) => isReady(url)));
  const untilReady = async (seconds: number) => {
    const deadline = Date.now() + seconds * 1000;
    while (!(await readiness()).every(Boolean)) {
      if (Date.now() > deadline) throw new Error(`Not every server is ready after ${seconds} s.`);
      await sleep(lookMilliseconds);
    }
  };
  return {
    servers,
    readiness,
    untilReady,
    close: async () => {
      await endProgram(proxy);
      for (const server of servers) await server.stop();
    },
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(askMilliseconds) }).then(
    ({ ok }) => ok,
    () => false,
  );
