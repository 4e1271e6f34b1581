import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ActivityEvent } from '#contract/identity/activity-events.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

/** Where a page begins, and the signal that cancels it. */
type LoadPage<Page> = (from: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page>;

/** What a list that is loaded by pages needs beside its key; the old rows stay until the new ones arrive. */
const paged = <Page extends { nextCursor: string | null }>(load: LoadPage<Page>) => ({
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    load(pageParam === null ? {} : { cursor: pageParam }, { signal }),
  initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
  getNextPageParam: (page: Page) => page.nextCursor,
  placeholderData: keepPreviousData,
});

const searched = (search: string) => (search === '' ? {} : { search });

export type PayoutOrder = 'newest' | 'due';
export type ReviewsView = 'waiting' | 'decided';
export type UsersShown = 'all' | 'suspended';
export type DecidedView = 'open' | 'decided';
export type TakedownsView = 'answered' | 'standing' | 'over';
export type SubscriptionsShown = 'all' | 'attention';
export interface ActivityFilter {
  readonly event?: ActivityEvent;
  readonly about?: string;
}

export const platformStatsQuery = queryOptions({
  queryKey: queryKeys.admin.stats,
  queryFn: ({ signal }) => callApi(api.admin.readPlatformStats, {}, { signal }),
});

export const pendingPayoutsQuery = (order: PayoutOrder, search: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.payouts(order, search),
    ...paged((from, options) =>
      callApi(api.admin.listPendingPayouts, { query: { order, ...searched(search), ...from } }, options),
    ),
  });

export const reviewsQuery = (view: ReviewsView, search: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.reviews(view, search),
    ...paged((from, options) =>
      callApi(api.admin.listReviewsToDecide, { query: { view, ...searched(search), ...from } }, options),
    ),
  });

export const readingsQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.readings,
  ...paged((_, options) => callApi(api.admin.listReadings, {}, options)),
});

export const usersQuery = (show: UsersShown, search: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.users(show, search),
    ...paged((from, options) =>
      callApi(api.admin.listUsers, { query: { show, ...searched(search), ...from } }, options),
    ),
  });

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.admin.user(userId),
    queryFn: ({ signal }) => callApi(api.admin.readUser, { params: { userId } }, { signal }),
  });

export const clustersQuery = (view: DecidedView) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.clusters(view),
    ...paged((from, options) => callApi(api.admin.listClusters, { query: { view, ...from } }, options)),
  });

export const clusterQuery = (clusterId: string) =>
  queryOptions({
    queryKey: queryKeys.admin.cluster(clusterId),
    queryFn: ({ signal }) => callApi(api.admin.readCluster, { params: { clusterId } }, { signal }),
  });

export const sameRecordingsQuery = (view: DecidedView) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.sameRecordings(view),
    ...paged((from, options) => callApi(api.admin.listSameRecordings, { query: { view, ...from } }, options)),
  });

export const reportsQuery = (view: DecidedView) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.reports(view),
    ...paged((from, options) => callApi(api.reports.listReports, { query: { view, ...from } }, options)),
  });

export const takedownsQuery = (view: TakedownsView) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.takedowns(view),
    ...paged((from, options) => callApi(api.reports.listTakedowns, { query: { view, ...from } }, options)),
  });

export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.activity(filter),
    ...paged((from, options) => callApi(api.admin.listActivity, { query: { ...filter, ...from } }, options)),
  });

export const billingQuery = queryOptions({
  queryKey: queryKeys.admin.billing,
  queryFn: ({ signal }) => callApi(api.admin.readBilling, {}, { signal }),
});

export const subscriptionsQuery = (show: SubscriptionsShown, search: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.subscriptions(show, search),
    ...paged((from, options) =>
      callApi(api.admin.listSubscriptions, { query: { show, ...searched(search), ...from } }, options),
    ),
  });

export const packsQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.packs,
  ...paged((query, options) => callApi(api.admin.listPacks, { query }, options)),
});

export const reversalsQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.reversals,
  ...paged((query, options) => callApi(api.admin.listReversals, { query }, options)),
});

export const founderQuery = (withSamples: boolean) =>
  queryOptions({
    queryKey: queryKeys.admin.founder(withSamples),
    queryFn: ({ signal }) =>
      callApi(api.admin.readFounderFigures, { query: withSamples ? { samples: 'with' } : {} }, { signal }),
    placeholderData: keepPreviousData,
  });

export const systemQuery = queryOptions({
  queryKey: queryKeys.admin.system,
  queryFn: ({ signal }) => callApi(api.admin.readSystem, {}, { signal }),
});

export const booksQuery = queryOptions({
  queryKey: queryKeys.admin.books,
  queryFn: ({ signal }) => callApi(api.books.readBooks, {}, { signal }),
});

/** The entries of all listeners, or of one. */
export const entriesQuery = (listenerId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.entries(listenerId),
    ...paged((from, options) =>
      callApi(
        api.books.listEntries,
        { query: { ...(listenerId === undefined ? {} : { listenerId }), ...from } },
        options,
      ),
    ),
  });

export const listenerQuery = (email: string) =>
  queryOptions({
    queryKey: queryKeys.admin.listener(email),
    queryFn: ({ signal }) => callApi(api.books.findListener, { query: { email } }, { signal }),
  });

export const payoutExportsQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.payoutExports,
  ...paged((query, options) => callApi(api.books.listPayoutExports, { query }, options)),
});

export const exportLinesQuery = (exportId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.admin.exportLines(exportId),
    ...paged((query, options) =>
      callApi(api.books.listExportLines, { params: { exportId }, query }, options),
    ),
  });

/** Approved payouts that have not arrived. */
export const openTransfersQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.openTransfers,
  ...paged((query, options) => callApi(api.books.listOpenTransfers, { query }, options)),
});

/** What payouts have cost. */
export const payoutCostsQuery = infiniteQueryOptions({
  queryKey: queryKeys.admin.payoutCosts,
  ...paged((query, options) => callApi(api.books.listPayoutCosts, { query }, options)),
});
