import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiRefusal, waitOf } from './api-failures.ts';
import { clearWait, noteWait } from './request-wait.ts';

/** Rate-limited reads wait as long as the server asks, then retry by themselves. */
const isWaited = (error: unknown): boolean => waitOf(error) !== null;

/** Reads are retried three times (specification 9), unless the server refused them. */
const isWorthAnotherTry = (failures: number, error: unknown): boolean =>
  isWaited(error) || (failures < 3 && !(error instanceof ApiRefusal && error.status < 500));

const longestPause = 30_000;
const pauseBefore = (failures: number, error: unknown): number => {
  const wait = waitOf(error);
  if (wait === null) return Math.min(1000 * 2 ** failures, longestPause);
  noteWait(wait);
  return wait * 1000;
};

// Shows a button as pending before the next press. The default, a timer, can come too late on a busy device.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({ onSuccess: clearWait }),
  defaultOptions: {
    queries: {
      retry: isWorthAnotherTry,
      retryDelay: pauseBefore,
      staleTime: 5_000,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
