import type { WaitingClock } from '#server/foundation/clock.ts';
import { waitsFor } from './waits.ts';

/** A clock that stands still until the test moves it. */
export interface TestClock extends WaitingClock {
  /** Moves on by so many seconds; fractions count to the millisecond. */
  advance(seconds: number): void;
  /** Starts again at this time, for another test. */
  set(to: Date | string): void;
}

export function testClock(start: Date | string = '2026-03-01T12:00:00.000Z'): TestClock {
  let time = new Date(start).getTime();
  const now = () => new Date(time);
  const { wait, moved } = waitsFor(now);
  return {
    now,
    wait,
    advance: (seconds) => {
      time += Math.round(seconds * 1000);
      moved();
    },
    set: (to) => {
      time = new Date(to).getTime();
      moved();
    },
  };
}
