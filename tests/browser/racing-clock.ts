import type { Clock } from '#server/adapters/clock/clock.ts';

/** The server's clock in a journey: real time, which a journey stops or moves on in steps. */
export interface RacingClock extends Clock {
  /** From now on time runs this many times as fast; 0 stops it. */
  race(factor: number): void;
  /** Moves on by so many seconds. */
  leap(seconds: number): void;
}

export function racingClock(): RacingClock {
  let factor = 1;
  let origin = Date.now();
  let since = performance.now();
  const now = () => new Date(origin + (performance.now() - since) * factor);
  return {
    now,
    race: (next) => {
      origin = now().getTime();
      since = performance.now();
      factor = next;
    },
    leap: (seconds) => {
      origin += seconds * 1000;
    },
  };
}
