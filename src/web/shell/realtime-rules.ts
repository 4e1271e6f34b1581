import type { FromServer, Topic } from '#contract/realtime.ts';
import { topics } from '#contract/realtime-connection.ts';
import { hasShape } from '#web/shape-rules.ts';

/** Milliseconds before each try to connect again (specification 4): 1, 2, 5, 10 s, then 10 s for as long as it takes. */
const delays = [1_000, 2_000, 5_000, 10_000] as const;

/** Tabs that a server has let go all at once do not come back all at once. */
const mostJitterMilliseconds = 500;

/**
 * @param tries how often it failed in a row, 1 after the first
 * @param chance 0 to 1
 */
export const reconnectDelay = (tries: number, chance: number): number =>
  (delays[Math.min(tries, delays.length) - 1] ?? 10_000) + chance * mostJitterMilliseconds;

/** What pages have read that a change makes old. */
const concerns = {
  profile: ['profile'],
  wallet: ['wallet', 'profile'],
  subscriptions: ['subscriptions', 'profile'],
  reviews: ['reviews', 'profile', 'discovery'],
  tracks: ['tracks', 'subscriptions', 'profile', 'discovery'],
  queue: ['queue'],
  // The player asks itself.
  served: [],
  notices: ['notices'],
  admin: ['admin'],
} as const satisfies Record<Exclude<Topic, 'all'>, readonly string[]>;

/** A group of query keys. */
type Group = (typeof concerns)[keyof typeof concerns][number];

/** A new track is news for every listener with an empty queue: they ask for it one after the other, within this time. */
const queueSpreadMilliseconds = 1_000;

/** Milliseconds to wait before reading again. @param chance 0 to 1 */
export const delayOf = (topic: Topic, chance: number): number =>
  topic === 'queue' ? chance * queueSpreadMilliseconds : 0;

/** The groups of queries to read again. */
export const queriesOf = (topic: Topic): readonly Group[] =>
  topic === 'all' ? [...new Set(Object.values(concerns).flat())] : concerns[topic];

const isTopic = (value: unknown): value is Topic => topics.some((topic) => topic === value);

const isMessage = (message: unknown): message is FromServer =>
  hasShape<{ alive: true }>(message, { alive: (alive) => alive === true }) ||
  hasShape<{ changed: Topic }>(message, { changed: isTopic });

/** What the server said; null for what this page does not know. */
export function readMessage(text: string): FromServer | null {
  try {
    const message: unknown = JSON.parse(text);
    return isMessage(message) ? message : null;
  } catch {
    return null;
  }
}
