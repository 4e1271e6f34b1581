import { refuse } from '../refusals.ts';
import { type WorkQueue, workQueue } from '../work-queue.ts';

const size = { atOnce: 4, waiting: 100 };
const retryAfterSeconds = 1;

export interface PerUserTurns {
  /** Runs the work when its turn comes among the user's own. Refuses too_many_requests when too many wait. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Lets a few calls of one user run at a time on this server and the next ones wait outside the database: nobody can
 * take every connection of the pool by waiting for rows of their own.
 */
export function perUserTurns(): PerUserTurns {
  const users = new Map<string, { readonly queue: WorkQueue; calls: number }>();
  return {
    run: async (userId, work) => {
      const user = users.get(userId) ?? { queue: workQueue(size), calls: 0 };
      users.set(userId, user);
      user.calls += 1;
      try {
        return await user.queue.run(work, () => refuse('too_many_requests', { retryAfterSeconds }));
      } finally {
        user.calls -= 1;
        if (user.calls === 0) users.delete(userId);
      }
    },
  };
}
