import type { Clock } from '#server/adapters/clock/clock.ts';

/** A clock that stands still until the test moves it. */
export interface TestClock extends Clock {
  /** Moves on by so many seconds; fractions count to the millisecond. */
  advance(seconds: number): void;
}

export function testClock(start: Date | string = '2026-03-01T12:00:00.000Z'): TestClock {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += Math.round(seconds * 1000);
    },
  };
}
