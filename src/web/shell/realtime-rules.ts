import type { FromServer, Topic } from '#contract/realtime.ts';
import { topics } from '#contract/realtime-connection.ts';
import { hasShape } from '#web/shape-rules.ts';

/** Milliseconds before each reconnect attempt (specification 4): 1, 2, 5, 10 s, then every 10 s. */
const delays = [1_000, 2_000, 5_000, 10_000] as const;

/** Keeps tabs that a server disconnected at once from reconnecting at once. */
const mostJitterMilliseconds = 500;

/**
 * @param tries failures in a row, 1 after the first
 * @param chance 0 to 1
 */
export const reconnectDelay = (tries: number, chance: number): number =>
  (delays[Math.min(tries, delays.length) - 1] ?? 10_000) + chance * mostJitterMilliseconds;

/** The query groups that each topic invalidates. */
const concerns = {
  profile: ['profile'],
  wallet: ['wallet', 'profile'],
  subscriptions: ['subscriptions', 'profile'],
  reviews: ['reviews', 'profile', 'discovery'],
  tracks: ['tracks', 'subscriptions', 'profile', 'discovery'],
  queue: ['queue'],
  // The player checks by itself.
  served: [],
  notices: ['notices'],
  admin: ['admin'],
} as const satisfies Record<Exclude<Topic, 'all'>, readonly string[]>;

/** A group of query keys. */
type Group = (typeof concerns)[keyof typeof concerns][number];

/** A new track concerns every listener with an empty queue, so their requests are spread over this time. */
const queueSpreadMilliseconds = 1_000;

/** Milliseconds to wait before refetching. @param chance 0 to 1 */
export const delayOf = (topic: Topic, chance: number): number =>
  topic === 'queue' ? chance * queueSpreadMilliseconds : 0;

/** The query groups to refetch. */
export const queriesOf = (topic: Topic): readonly Group[] =>
  topic === 'all' ? [...new Set(Object.values(concerns).flat())] : concerns[topic];

const isTopic = (value: unknown): value is Topic => topics.some((topic) => topic === value);

const isMessage = (message: unknown): message is FromServer =>
  hasShape<{ alive: true }>(message, { alive: (alive) => alive === true }) ||
  hasShape<{ changed: Topic }>(message, { changed: isTopic });

/** Parses a server message; null if this page does not know it. */
export function readMessage(text: string): FromServer | null {
  try {
    const message: unknown = JSON.parse(text);
    return isMessage(message) ? message : null;
  } catch {
    return null;
  }
}
