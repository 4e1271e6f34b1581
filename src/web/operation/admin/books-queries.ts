import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

export const booksQuery = queryOptions({
  queryKey: queryKeys.admin.books,
  queryFn: ({ signal }) => callApi(api.books.readBooks, {}, { signal }),
});

/** The entries of all listeners, or of one. */
export const entriesQuery = (listenerId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.entries(listenerId),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.books.listEntries,
        {
          query: {
            ...(listenerId === undefined ? {} : { listenerId }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const listenerQuery = (email: string) =>
  queryOptions({
    queryKey: queryKeys.admin.listener(email),
    queryFn: ({ signal }) => callApi(api.books.findListener, { query: { email } }, { signal }),
  });

export const payoutExportsQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.payoutExports,
  queryFn: ({ pageParam, signal }) =>
    callApi(
      api.books.listPayoutExports,
      { query: pageParam === null ? {} : { cursor: pageParam } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

export const exportLinesQuery = (exportId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.exportLines(exportId),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.books.listExportLines,
        { params: { exportId }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Approved payouts that have not arrived. */
export const openTransfersQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.openTransfers,
  queryFn: ({ pageParam, signal }) =>
    callApi(
      api.books.listOpenTransfers,
      { query: pageParam === null ? {} : { cursor: pageParam } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** What payouts have cost. */
export const payoutCostsQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.payoutCosts,
  queryFn: ({ pageParam, signal }) =>
    callApi(
      api.books.listPayoutCosts,
      { query: pageParam === null ? {} : { cursor: pageParam } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});
