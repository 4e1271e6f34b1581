import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from './child-environment.ts';

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** What it printed so far. */
  readonly output: () => string;
  /** Whether it has come to an end, by itself or not. */
  readonly hasEnded: () => boolean;
  /** Ends the reader of its output. */
  readonly closeOutput: () => void;
  /** As a crash of the machine's memory killer would. */
  kill(): Promise<void>;
  /** Stops it as a service manager does. Returns the exit code. */
  stop(): Promise<number | null>;
}

const root = join(import.meta.dirname, '../../..');

export interface StartOptions {
  readonly withWeb?: boolean;
  /** Kills it, also while it starts; then starting fails. */
  readonly killed?: AbortSignal;
  /** More words for its command line. */
  readonly words?: readonly string[];
  /** Another checkout of the product, to measure it beside this one. */
  readonly folder?: string;
  /** Told what it prints, also before it answers. */
  readonly onOutput?: (text: string) => void;
}

/** Starts the server's own command as a process of its own and waits until it answers. */
export async function startServerProcess(
  environment: Record<string, string>,
  { withWeb = false, killed, words = [], folder = root, onOutput }: StartOptions = {},
): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    ['src/server/main.ts', ...(withWeb ? [] : ['--without-web']), ...words],
    {
      cwd: folder,
      env: {
        ...childEnvironment,
        LOG_LEVEL: 'error',
        HOST: '127.0.0.1',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  killed?.addEventListener('abort', () => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      onOutput?.(String(chunk));
    });
  }
  const url = await addressOf(child, () => output);
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    closeOutput: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill('SIGTERM');
      // Not `exit`: what it said last may still be on its way.
      const [code] = await once(child, 'close');
      return code;
    },
  };
}

async function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  while (child.exitCode === null && child.signalCode === null) {
    const address = /listens on (http:\S+),/.exec(output())?.[1];
    if (address) return address;
    await sleep(20);
  }
  throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}: ${output()}`);
}
