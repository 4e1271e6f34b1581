import { setTimeout } from 'node:timers/promises';

/** The time that all decisions and expiries use. Tests control it. */
export interface Clock {
  now(): Date;
}

/** A clock that can be waited for. A test that moves it may end the waits that it moves past. */
export interface WaitingClock extends Clock {
  /**
   * Resolves once so many milliseconds have passed.
   * @throws AbortError if the signal aborts first
   */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Waits in real time. */
export const waitInRealTime: WaitingClock['wait'] = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, { signal });

/** The clock of this machine, for code without a database. */
export const machineClock: WaitingClock = { now: () => new Date(), wait: waitInRealTime };
