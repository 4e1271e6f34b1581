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
