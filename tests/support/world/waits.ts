import { type WaitingClock, waitInRealTime } from '#server/foundation/clock.ts';

/** Waits for a clock that a test moves: they end in real time, or as soon as the test has moved the clock past their end. */
export function waitsFor(now: () => Date): Pick<WaitingClock, 'wait'> & { moved(): void } {
  const looks = new Set<() => void>();
  return {
    moved: () => {
      for (const look of looks) look();
    },
    wait: async (milliseconds, signal) => {
      const end = now().getTime() + milliseconds;
      const passed = new AbortController();
      const look = () => {
        if (now().getTime() >= end) passed.abort();
      };
      looks.add(look);
      try {
        await waitInRealTime(milliseconds, AbortSignal.any([signal, passed.signal]));
      } catch (error) {
        if (signal.aborted || !passed.signal.aborted) throw error;
      } finally {
        looks.delete(look);
      }
    },
  };
}
