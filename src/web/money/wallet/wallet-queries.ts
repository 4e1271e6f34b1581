import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

export const walletQuery = queryOptions({
  queryKey: queryKeys.wallet.figures,
  queryFn: ({ signal }) => callApi(api.wallet.readWallet, {}, { signal }),
});

export const payoutHistoryQuery = infiniteQueryOptions({
  queryKey: queryKeys.wallet.payouts,
  queryFn: ({ pageParam, signal }) =>
    callApi(
      api.wallet.listPayoutRequests,
      { query: pageParam === null ? {} : { cursor: pageParam } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

export const statementQuery = infiniteQueryOptions({
  queryKey: queryKeys.wallet.statement,
  queryFn: ({ pageParam, signal }) =>
    callApi(api.wallet.listMovements, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

export const yearStatementQuery = (year: number) =>
  queryOptions({
    queryKey: queryKeys.wallet.year(year),
    queryFn: ({ signal }) => callApi(api.wallet.readYearStatement, { query: { year } }, { signal }),
  });
