import { infiniteQueryOptions, keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { ActivityEvent } from '#contract/identity/activity-events.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

// Every key is in the group `admin`, which the realtime topic of that name invalidates.
const keys = queryKeys.admin;

/** Where a page begins, and the signal that cancels it. */
type LoadPage<Page> = (from: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page>;

/** A list that is loaded by pages; the old rows stay until the new ones arrive. */
const paged = <Page extends { nextCursor: string | null }, Key extends QueryKey>(
  queryKey: Key,
  load: LoadPage<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
    getNextPageParam: (page) => page.nextCursor,
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
  queryKey: keys.stats,
  queryFn: ({ signal }) => callApi(api.admin.readPlatformStats, {}, { signal }),
});

export const pendingPayoutsQuery = (order: PayoutOrder, search: string) =>
  paged(keys.payouts(order, search), (from, options) =>
    callApi(api.admin.listPendingPayouts, { query: { order, ...searched(search), ...from } }, options),
  );

export const reviewsQuery = (view: ReviewsView, search: string) =>
  paged(keys.reviews(view, search), (from, options) =>
    callApi(api.admin.listReviewsToDecide, { query: { view, ...searched(search), ...from } }, options),
  );

export const readingsQuery = paged(keys.readings, (_, options) =>
  callApi(api.admin.listReadings, {}, options),
);

export const usersQuery = (show: UsersShown, search: string) =>
  paged(keys.users(show, search), (from, options) =>
    callApi(api.admin.listUsers, { query: { show, ...searched(search), ...from } }, options),
  );

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.user(userId),
    queryFn: ({ signal }) => callApi(api.admin.readUser, { params: { userId } }, { signal }),
  });

export const clustersQuery = (view: DecidedView) =>
  paged(keys.clusters(view), (from, options) =>
    callApi(api.admin.listClusters, { query: { view, ...from } }, options),
  );

export const clusterQuery = (clusterId: string) =>
  queryOptions({
    queryKey: keys.cluster(clusterId),
    queryFn: ({ signal }) => callApi(api.admin.readCluster, { params: { clusterId } }, { signal }),
  });

export const sameRecordingsQuery = (view: DecidedView) =>
  paged(keys.sameRecordings(view), (from, options) =>
    callApi(api.admin.listSameRecordings, { query: { view, ...from } }, options),
  );

export const reportsQuery = (view: DecidedView) =>
  paged(keys.reports(view), (from, options) =>
    callApi(api.reports.listReports, { query: { view, ...from } }, options),
  );

export const takedownsQuery = (view: TakedownsView) =>
  paged(keys.takedowns(view), (from, options) =>
    callApi(api.reports.listTakedowns, { query: { view, ...from } }, options),
  );

export const activityQuery = (filter: ActivityFilter) =>
  paged(keys.activity(filter), (from, options) =>
    callApi(api.admin.listActivity, { query: { ...filter, ...from } }, options),
  );

export const billingQuery = queryOptions({
  queryKey: keys.billing,
  queryFn: ({ signal }) => callApi(api.admin.readBilling, {}, { signal }),
});

export const subscriptionsQuery = (show: SubscriptionsShown, search: string) =>
  paged(keys.subscriptions(show, search), (from, options) =>
    callApi(api.admin.listSubscriptions, { query: { show, ...searched(search), ...from } }, options),
  );

export const packsQuery = paged(keys.packs, (query, options) =>
  callApi(api.admin.listPacks, { query }, options),
);

export const reversalsQuery = paged(keys.reversals, (query, options) =>
  callApi(api.admin.listReversals, { query }, options),
);

export const founderQuery = (withSamples: boolean) =>
  queryOptions({
    queryKey: keys.founder(withSamples),
    queryFn: ({ signal }) =>
      callApi(api.admin.readFounderFigures, { query: withSamples ? { samples: 'with' } : {} }, { signal }),
    placeholderData: keepPreviousData,
  });

export const systemQuery = queryOptions({
  queryKey: keys.system,
  queryFn: ({ signal }) => callApi(api.admin.readSystem, {}, { signal }),
});

export const booksQuery = queryOptions({
  queryKey: keys.books,
  queryFn: ({ signal }) => callApi(api.books.readBooks, {}, { signal }),
});

/** The entries of all listeners, or of one. */
export const entriesQuery = (listenerId: string | undefined) =>
  paged(keys.entries(listenerId), (from, options) =>
    callApi(
      api.books.listEntries,
      { query: { ...(listenerId === undefined ? {} : { listenerId }), ...from } },
      options,
    ),
  );

export const listenerQuery = (email: string) =>
  queryOptions({
    queryKey: keys.listener(email),
    queryFn: ({ signal }) => callApi(api.books.findListener, { query: { email } }, { signal }),
  });

export const payoutExportsQuery = paged(keys.payoutExports, (query, options) =>
  callApi(api.books.listPayoutExports, { query }, options),
);

export const exportLinesQuery = (exportId: string) =>
  paged(keys.exportLines(exportId), (query, options) =>
    callApi(api.books.listExportLines, { params: { exportId }, query }, options),
  );

/** Approved payouts that have not arrived. */
export const openTransfersQuery = paged(keys.openTransfers, (query, options) =>
  callApi(api.books.listOpenTransfers, { query }, options),
);

/** What payouts have cost. */
export const payoutCostsQuery = paged(keys.payoutCosts, (query, options) =>
  callApi(api.books.listPayoutCosts, { query }, options),
);
