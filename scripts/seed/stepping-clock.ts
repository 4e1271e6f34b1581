import { type WaitingClock, waitInRealTime } from '#server/foundation/clock.ts';

/** A clock that only moves when it is told to, so that samples have a past. */
export interface SteppingClock extends WaitingClock {
  advance(seconds: number): void;
  set(moment: Date): void;
}

export function steppingClock(start: Date): SteppingClock {
  let now = start;
  return {
    now: () => now,
    wait: waitInRealTime,
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    set: (moment) => {
      now = moment;
    },
  };
}
