import { QueryClient } from '@tanstack/react-query';
import { ApiRefusal } from './api-failures.ts';

/** Reads are tried three times more (specification 9), but not when the server has decided against them. */
const isWorthAnotherTry = (failures: number, error: unknown): boolean =>
  failures < 3 && !(error instanceof ApiRefusal && error.status < 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthAnotherTry, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
