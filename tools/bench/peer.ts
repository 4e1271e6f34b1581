import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { WrkTarget } from './wrk.ts';

/** Another server that does the same work. */
export interface Peer {
  readonly pid: number | undefined;
  /** The newest tracks with their artists. */
  readonly list: WrkTarget;
  /** An insert by a signed-in user. */
  readonly insert: WrkTarget;
  stop(): Promise<void>;
}

/** The same data for every peer. */
export interface PeerData {
  readonly tracks: number;
  readonly artists: number;
  /** Base64, as long as the one that Earshot sends. */
  readonly waveform: string;
  /** Tracks of a list. */
  readonly page: number;
}

/** What every peer stores of a track beside its title, artist and waveform. */
export const trackFields = { genre: 'rock', active: true, plays: 0, reviews: 3, seconds: 180.5, rating: 3.5 };

/** What a client reports of playback. */
export const playFields = {
  track: '5b0ac5b4-9c3e-4f0a-a4ee-1f2f1b5f6c11',
  session: '0e1a3c58-0a54-4a0e-9d2b-6f1f6c1a7b22',
  event: 'start',
  position: 0,
  playing: false,
};

type Headers = Readonly<Record<string, string>>;

/** Posts JSON and reads the JSON of the response. @throws if the status is not a success */
export async function post<Shape extends z.ZodType>(
  url: string,
  headers: Headers,
  body: unknown,
  shape: Shape,
): Promise<z.output<Shape>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${text}`);
  return shape.parse(JSON.parse(text));
}

/**
 * Prepares a server that was just started, and returns the result with the function that stops it. Stops it at once if
 * that fails.
 * @param prepare is told when the server is gone
 * @throws also if the server exits before it is prepared
 */
export async function prepared<Ready extends object>(
  server: ChildProcess,
  prepare: (isGone: AbortSignal) => Promise<Ready>,
): Promise<Ready & { stop(): Promise<void> }> {
  const exited = once(server, 'exit');
  const gone = new AbortController();
  server.once('exit', () => gone.abort());
  server.once('error', () => gone.abort());
  const stop = async () => {
    server.kill();
    await exited.catch(() => undefined);
  };
  const early = exited.then(([code]) =>
    Promise.reject(new Error(`${server.spawnfile} exited with ${code}.`)),
  );
  try {
    return { ...(await Promise.race([prepare(gone.signal), early])), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    // A later exit is expected.
    early.catch(() => undefined);
  }
}

const patience = 60_000;

/** Waits until a server that has just been started responds at this URL. @throws also if it is gone */
export async function untilReachable(url: string, isGone: AbortSignal): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    isGone.throwIfAborted();
    const isThere = await fetch(url, { signal: isGone }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    if (Date.now() > deadline) throw new Error(`${url} did not respond.`);
    await sleep(100);
  }
}

/** Runs the work for 0 to count - 1, sixteen at a time, and returns the results in order. */
export async function sixteenAtATime<Result>(
  count: number,
  work: (place: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < count; from += 16) {
    const places = Array.from({ length: Math.min(16, count - from) }, (_, i) => from + i);
    results.push(...(await Promise.all(places.map(work))));
  }
  return results;
}
