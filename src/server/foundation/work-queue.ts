export interface WorkQueue {
  /** Runs the work when it is its turn; calls `full`, which throws, if too many are waiting. */
  run<T>(work: () => Promise<T>, full: () => never): Promise<T>;
}

/** Runs at most `atOnce` works at a time and lets at most `waiting` others wait, first come, first served. */
export function workQueue(size: { readonly atOnce: number; readonly waiting: number }): WorkQueue {
  const turns: (() => void)[] = [];
  let running = 0;
  const release = () => {
    const next = turns.shift();
    // Passes the slot directly to the next one, so that no other call can take it.
    if (next) next();
    else running -= 1;
  };
  return {
    run: async (work, full) => {
      if (running < size.atOnce) running += 1;
      else if (turns.length >= size.waiting) full();
      else await new Promise<void>((resolve) => turns.push(resolve));
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/**
 * One read for all callers that ask while it runs, as the gauges of a scrape do. Its value is cached for this long
 * afterwards; a failed read is not.
 */
export function sharedRead<Value>(read: () => Promise<Value>, keptMilliseconds = 0): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; until: number } | undefined;
  return () => {
    if (last && performance.now() < last.until) return last.value;
    const current = { value: read(), until: Number.POSITIVE_INFINITY };
    last = current;
    current.value.then(
      () => {
        current.until = performance.now() + keptMilliseconds;
      },
      () => {
        current.until = 0;
      },
    );
    return current.value;
  };
}
