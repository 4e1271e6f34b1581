import type { WaitingClock } from '#server/foundation/clock.ts';
import { waitsFor } from '#tests/support/world/waits.ts';

/** The server's clock in a journey: real time, which a journey moves on in steps. */
export interface LeapingClock extends WaitingClock {
  /** Moves on by so many seconds. */
  leap(seconds: number): void;
}

export function leapingClock(): LeapingClock {
  const origin = Date.now();
  const since = performance.now();
  let ahead = 0;
  const now = () => new Date(origin + ahead + performance.now() - since);
  const { wait, moved } = waitsFor(now);
  return {
    now,
    wait,
    leap: (seconds) => {
      ahead += seconds * 1000;
      moved();
    },
  };
}
