import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';

export const walletQuery = queryOptions({
  queryKey: ['wallet', 'figures'],
  queryFn: ({ signal }) => callApi(api.wallet.readWallet, {}, { signal }),
});

export const payoutHistoryQuery = infiniteQueryOptions({
  queryKey: ['wallet', 'payouts'],
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
  queryKey: ['wallet', 'statement'],
  queryFn: ({ pageParam, signal }) =>
    callApi(api.wallet.listMovements, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});
