import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';

export const platformStatsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: ({ signal }) => callApi(api.admin.readPlatformStats, {}, { signal }),
});

export const pendingPayoutsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'payouts'],
  queryFn: ({ pageParam, signal }) =>
    callApi(
      api.admin.listPendingPayouts,
      { query: pageParam === null ? {} : { cursor: pageParam } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});
