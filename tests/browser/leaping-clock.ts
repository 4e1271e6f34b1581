import type { Clock } from '#server/adapters/clock/clock.ts';

/** The server's clock in a journey: real time, which a journey moves on in steps. */
export interface LeapingClock extends Clock {
  /** Moves on by so many seconds. */
  leap(seconds: number): void;
}

export function leapingClock(): LeapingClock {
  const origin = Date.now();
  const since = performance.now();
  let ahead = 0;
  return {
    now: () => new Date(origin + ahead + performance.now() - since),
    leap: (seconds) => {
      ahead += seconds * 1000;
    },
  };
}
