import { refuse } from '../foundation/refusals.ts';

export interface PerUserLimit {
  /**
   * Takes a slot of the user and returns the function that frees it.
   * @throws Refusal too_many_requests if none is free
   */
  enter(userId: string): () => void;
}

const retryAfterSeconds = 5;

/** Limits how many of one thing each user may do at a time on this server. */
export function perUserLimit(most: number): PerUserLimit {
  const running = new Map<string, number>();
  const change = (userId: string, by: 1 | -1) => {
    const left = (running.get(userId) ?? 0) + by;
    if (left === 0) running.delete(userId);
    else running.set(userId, left);
  };
  return {
    enter: (userId) => {
      if ((running.get(userId) ?? 0) >= most) refuse('too_many_requests', { retryAfterSeconds });
      change(userId, 1);
      let inside = true;
      return () => {
        if (inside) change(userId, -1);
        inside = false;
      };
    },
  };
}
