import { refuse } from '../foundation/refusals.ts';
import { type WorkQueue, workQueue } from '../foundation/work-queue.ts';

const size = { atOnce: 4, waiting: 100 };
const retryAfterSeconds = 1;

export interface PerUserTurns {
  /** Runs the work when it is the user's turn. @throws Refusal too_many_requests if too many are waiting */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Runs a few calls per user at a time; further ones wait outside the database, so that one user cannot take every
 * connection of the pool by waiting for locked rows.
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
