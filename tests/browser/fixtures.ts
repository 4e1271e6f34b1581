import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { readConfig } from '#server/settings/config.ts';
import { type RunningServer, startServer } from '#server/start/start-server.ts';
import { analyseOnce } from '#tests/support/world/analyse-once.ts';
import { timesAsPatient, urlOf } from '#tests/support/world/database.ts';
import { cloneDatabase } from '#tests/support/world/database-cluster.ts';
import { everybodyKnown, wideLimits } from '#tests/support/world/wide-limits.ts';
import { type LeapingClock, leapingClock } from './leaping-clock.ts';
import { testCluster } from './test-cluster.ts';

export interface RunningEarshot {
  readonly url: string;
  readonly dataDirectory: string;
  /** Its database, as the administrator. */
  readonly database: DatabaseAddress;
  readonly clock: LeapingClock;
}

/** A port that is free now, below those that the system gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (let port = 21_000 + (process.pid % 9000); port < 32_000; port += 1) {
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer().once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Error('No port is free.');
}

interface World {
  /** Names its folder. */
  readonly world: string;
  /** The setting RATE_LIMITS. */
  readonly limits?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The whole product as `npm start` runs it, on a database of its own, with a clock that a journey can let race. */
export async function openEarshot({
  world,
  limits = wideLimits,
  settings = {},
}: World): Promise<{ earshot: RunningEarshot; close: () => Promise<void> }> {
  const dataDirectory = mkdtempSync(join(tmpdir(), `earshot-browser-${world}-`));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { address } = await cloneDatabase(testCluster());
  const config = readConfig({
    DATA_DIR: dataDirectory,
    DATABASE_URL: urlOf(address),
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    RATE_LIMITS: limits,
    STANDING_BOUNDS: everybodyKnown,
    ...settings,
  });
  const clock = leapingClock();
  const webRoot = join(import.meta.dirname, '../../dist/web');
  const server: RunningServer = await startServer(config, {
    webRoot,
    clock,
    throwAway: true,
    patience: timesAsPatient,
    analyse: analyseOnce,
  });
  const close = async () => {
    await server.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  return { earshot: { url, dataDirectory, database: address, clock }, close };
}

/** The server of one world at a time: a worker that goes on to another file keeps its browser and the product's modules. */
class Worlds {
  #open: { key: string; earshot: RunningEarshot; close: () => Promise<void> } | undefined;

  async enter(world: World): Promise<RunningEarshot> {
    const key = JSON.stringify(world);
    if (this.#open?.key === key) return this.#open.earshot;
    await this.close();
    this.#open = { key, ...(await openEarshot(world)) };
    return this.#open.earshot;
  }

  async close(): Promise<void> {
    await this.#open?.close();
    this.#open = undefined;
  }
}

interface JourneyFixtures extends Required<World> {
  earshot: RunningEarshot;
}

export const test = base.extend<JourneyFixtures, { worlds: Worlds }>({
  // Journeys that need a product nobody has used yet name a world of their own: each world has its own server.
  world: ['shared', { option: true }],
  limits: [wideLimits, { option: true }],
  settings: [{}, { option: true }],
  worlds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use) => {
      const worlds = new Worlds();
      await use(worlds);
      await worlds.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  earshot: [
    async ({ worlds, world, limits, settings }, use) => {
      await use(await worlds.enter({ world, limits, settings }));
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ earshot }, use) => {
    await use(earshot.url);
  },
});

/** Fails when the page writes an error to its console: a broken content policy is one too. */
export function watchConsole(page: Page): () => void {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A refused call is an answer of the product, and the browser writes it down as an error of its own.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return () => expect(errors).toEqual([]);
}

export { expect };
