import { refuse } from '../refusals.ts';

export interface StreamLimits {
  /** Streams of one user that may run at the same time on this server. */
  readonly atOnce: number;
  /** A stream whose client has taken nothing for this long gives way to a waiting one. */
  readonly idleMilliseconds: number;
  /** A request for one more stream waits this long for a place. */
  readonly patienceMilliseconds: number;
}

/** A running stream. */
export interface StreamPlace {
  /** The client has taken bytes. */
  moved(): void;
  /** Frees the place. */
  leave(): void;
}

export interface PerUserStreams {
  /**
   * Waits for a place and takes it; `end` is called when the stream has to give way. Refuses too_many_requests when no
   * place becomes free in time, when the client has gone meanwhile, or when too many requests wait already.
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
  /** Each takes the place that has just become free. */
  readonly waiting: Set<() => void>;
}

const mostWaiting = 12;
const retryAfterSeconds = 5;
const checkMilliseconds = 100;

/**
 * Bounds the streams of each user without failing the next one at once: a media element shows a refused request as a
 * broken file, and a browser that seeks opens the new stream before the server has noticed the end of the old one.
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

/** Starts the stream in the moment in which a place becomes free, so that no later request can slip in between. */
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
  // A browser that seeks drops requests that still wait. They must not fill the queue.
  gone.addEventListener('abort', giveUp, { once: true });
  giveWay();
  const place = await promise;
  clearInterval(checks);
  clearTimeout(patience);
  return place ?? refuse('too_many_requests', { retryAfterSeconds });
}

/** Ends the streams that have been idle longest, at most one for each request that waits. */
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
