import type { Clock } from '#server/adapters/clock/clock.ts';

/** The server's clock in a journey: real time, or many times faster while a track is played in fast motion. */
export interface RacingClock extends Clock {
  /** From now on time runs this many times as fast. */
  race(factor: number): void;
  /** So many seconds pass at once: the machine in front of the page slept. */
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
