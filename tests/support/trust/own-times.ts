import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { type WaitingClock, waitInRealTime } from '#server/foundation/clock.ts';

const header = 'x-simulated-time';

/**
 * A clock on which everybody who works side by side has a time of their own: it goes with their calls into the server, so that people
 * whose moments are minutes apart need not wait for each other's answers.
 */
export interface OwnTimes extends WaitingClock {
  /** Runs something at a moment. */
  at<T>(moment: Date, run: () => Promise<T>): Promise<T>;
  /** Goes on, for whatever runs at no moment of its own. */
  advance(seconds: number): void;
  /** What a call carries, so that the server answers it at its sender's time. */
  headers(): Record<string, string>;
  /** Makes the server answer each call at its sender's time. */
  follow(server: FastifyInstance): void;
}

export function ownTimes(start: Date): OwnTimes {
  const times = new AsyncLocalStorage<Date>();
  let latest = start;
  const now = () => times.getStore() ?? latest;
  return {
    now,
    wait: waitInRealTime,
    at: (moment, run) => {
      if (moment > latest) latest = moment;
      return times.run(moment, run);
    },
    advance: (seconds) => {
      latest = new Date(latest.getTime() + seconds * 1000);
    },
    headers: () => ({ [header]: String(now().getTime()) }),
    follow: (server) => {
      const enter: onRequestHookHandler = (request, _reply, done) => {
        const sent = request.headers[header];
        if (typeof sent === 'string') times.run(new Date(Number(sent)), done);
        else done();
      };
      // Again once the body has come: its parts arrive outside of what the first has begun.
      server.addHook('onRequest', enter).addHook('preHandler', enter);
    },
  };
}
