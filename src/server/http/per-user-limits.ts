import { refuse } from '../foundation/refusals.ts';

interface PerUserLimit {
  /**
   * Takes a slot of the user and returns the function that frees it.
   * @throws Refusal too_many_requests if none is free
   */
  enter(userId: string): () => void;
}

const retryAfterSeconds = 5;

/** Limits how many of one thing each user may do at a time on this server. */
export function perUserLimit(most: number): PerUserLimit {
  const running = new Map<string, number>();
  const change = (userId: string, delta: 1 | -1) => {
    const left = (running.get(userId) ?? 0) + delta;
    if (left === 0) running.delete(userId);
    else running.set(userId, left);
  };
  return {
    enter: (userId) => {
      if ((running.get(userId) ?? 0) >= most) refuse('too_many_requests', { retryAfterSeconds });
      change(userId, 1);
      let inside = true;
      return () => {
        if (inside) change(userId, -1);
        inside = false;
      };
    },
  };
}

export interface StreamLimits {
  /** Concurrent streams per user on this server. */
  readonly atOnce: number;
  /** A stream whose client accepted no bytes for this long is ended for a waiting one. */
  readonly idleMilliseconds: number;
  /** How long a request for another stream waits for a slot. */
  readonly patienceMilliseconds: number;
}

/** A running stream. */
interface StreamPlace {
  /** Call it when the client has accepted bytes. */
  moved(): void;
  /** Frees the slot. */
  leave(): void;
}

interface PerUserStreams {
  /**
   * Waits for a slot and takes it; `end` is called if the stream has to be ended for another one.
   * @throws Refusal too_many_requests if no slot becomes free in time, the client has gone, or too many requests are
   * waiting
   */
  enter(userId: string, end: () => void, gone: AbortSignal): Promise<StreamPlace>;
}

interface Running {
  readonly end: () => void;
  movedAt: number;
  isEnding: boolean;
}

interface User {
  readonly running: Set<Running>;
  /** Each callback takes the slot that was just freed. */
  readonly waiting: Set<() => void>;
}

const mostWaiting = 12;
const checkMilliseconds = 100;

/**
 * Limits the streams of each user without failing the next one at once: a media element treats a refused request as a
 * broken file, and a seeking browser opens the new stream before the server notices the end of the old one.
 */
export function perUserStreams(limits: StreamLimits): PerUserStreams {
  const users = new Map<string, User>();

  const run = (userId: string, user: User, end: () => void): StreamPlace => {
    const stream: Running = { end, movedAt: performance.now(), isEnding: false };
    user.running.add(stream);
    return {
      moved: () => {
        stream.movedAt = performance.now();
      },
      leave: () => {
        if (!user.running.delete(stream)) return;
        const [takePlace] = user.waiting;
        takePlace?.();
        if (user.running.size === 0) users.delete(userId);
      },
    };
  };

  return {
    enter: async (userId, end, gone) => {
      const user = users.get(userId) ?? { running: new Set(), waiting: new Set() };
      users.set(userId, user);
      const start = () => run(userId, user, end);
      return user.running.size < limits.atOnce ? start() : wait(user, limits, start, gone);
    },
  };
}

/** Starts the stream in the same turn in which a slot is freed, so that no later request can take it. */
async function wait(
  user: User,
  limits: StreamLimits,
  start: () => StreamPlace,
  gone: AbortSignal,
): Promise<StreamPlace> {
  if (user.waiting.size >= mostWaiting) refuse('too_many_requests', { retryAfterSeconds });
  const { promise, resolve } = Promise.withResolvers<StreamPlace | null>();
  const takePlace = () => {
    user.waiting.delete(takePlace);
    resolve(start());
  };
  user.waiting.add(takePlace);
  const giveWay = () => endIdle(user, limits.idleMilliseconds);
  const checks = setInterval(giveWay, checkMilliseconds);
  const giveUp = () => {
    user.waiting.delete(takePlace);
    resolve(null);
  };
  const patience = setTimeout(giveUp, limits.patienceMilliseconds);
  // A seeking browser drops requests that are still waiting. They must not fill the queue.
  gone.addEventListener('abort', giveUp, { once: true });
  giveWay();
  const place = await promise;
  clearInterval(checks);
  clearTimeout(patience);
  return place ?? refuse('too_many_requests', { retryAfterSeconds });
}

/** Ends the streams that have been idle longest, at most one per waiting request. */
function endIdle({ running, waiting }: User, idleMilliseconds: number): void {
  const ending = [...running].filter(({ isEnding }) => isEnding).length;
  const idleSince = performance.now() - idleMilliseconds;
  const idle = [...running]
    .filter(({ isEnding, movedAt }) => !isEnding && movedAt <= idleSince)
    .toSorted((one, other) => one.movedAt - other.movedAt);
  for (const stream of idle.slice(0, Math.max(0, waiting.size - ending))) {
    stream.isEnding = true;
    stream.end();
  }
}
