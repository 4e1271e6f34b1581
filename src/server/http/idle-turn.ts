import { setImmediate } from 'node:timers/promises';

/** A turn of the event loop that takes no longer has only looked for new connections and messages. */
const idleMilliseconds = 0.05;

/**
 * Resolves right after a turn of the event loop that had nothing to do: at that moment no connection waits to be
 * accepted. Resolves after `most` milliseconds in any case.
 */
export async function idleTurn(most: number): Promise<void> {
  const until = performance.now() + most;
  let began: number;
  do {
    began = performance.now();
    await setImmediate();
  } while (performance.now() - began > idleMilliseconds && began < until);
}
