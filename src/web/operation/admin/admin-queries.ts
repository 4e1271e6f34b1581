import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ActivityEvent } from '#contract/identity/activity-events.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

// Every key is in the group `admin`, which the realtime topic of that name invalidates.

export const platformStatsQuery = queryOptions({
  queryKey: queryKeys.admin.stats,
  queryFn: ({ signal }) => callApi(api.admin.readPlatformStats, {}, { signal }),
});

/** Common to all admin lists: pages by cursor, and the old rows stay until the new ones arrive. */
const paged = {
  initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  placeholderData: keepPreviousData,
};

const from = (cursor: string | null) => (cursor === null ? {} : { cursor });
const searched = (search: string) => (search === '' ? {} : { search });

export type PayoutOrder = 'newest' | 'due';

export const pendingPayoutsQuery = (order: PayoutOrder, search: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.admin.payouts(order, search),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.admin.listPendingPayouts,
        { query: { order, ...searched(search), ...from(pageParam) } },
        { signal },
      ),
  });

export type ReviewsView = 'waiting' | 'decided';

export const reviewsQuery = (view: ReviewsView, search: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.admin.reviews(view, search),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.admin.listReviewsToDecide,
        { query: { view, ...searched(search), ...from(pageParam) } },
        { signal },
      ),
  });

export type UsersShown = 'all' | 'suspended';

export const usersQuery = (show: UsersShown, search: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.admin.users(show, search),
    queryFn: ({ pageParam, signal }) =>
      callApi(api.admin.listUsers, { query: { show, ...searched(search), ...from(pageParam) } }, { signal }),
  });

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.admin.user(userId),
    queryFn: ({ signal }) => callApi(api.admin.readUser, { params: { userId } }, { signal }),
  });

export type ClustersView = 'open' | 'decided';

export const clustersQuery = (view: ClustersView) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.admin.clusters(view),
    queryFn: ({ pageParam, signal }) =>
      callApi(api.admin.listClusters, { query: { view, ...from(pageParam) } }, { signal }),
  });

export const clusterQuery = (clusterId: string) =>
  queryOptions({
    queryKey: queryKeys.admin.cluster(clusterId),
    queryFn: ({ signal }) => callApi(api.admin.readCluster, { params: { clusterId } }, { signal }),
  });

export type SameRecordingsView = 'open' | 'decided';

export const sameRecordingsQuery = (view: SameRecordingsView) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.admin.sameRecordings(view),
    queryFn: ({ pageParam, signal }) =>
      callApi(api.admin.listSameRecordings, { query: { view, ...from(pageParam) } }, { signal }),
  });

export type ReportsView = 'open' | 'decided';

export const reportsQuery = (view: ReportsView) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.admin.reports(view),
    queryFn: ({ pageParam, signal }) =>
      callApi(api.reports.listReports, { query: { view, ...from(pageParam) } }, { signal }),
  });

export type TakedownsView = 'answered' | 'standing' | 'over';

export const takedownsQuery = (view: TakedownsView) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.admin.takedowns(view),
    queryFn: ({ pageParam, signal }) =>
      callApi(api.reports.listTakedowns, { query: { view, ...from(pageParam) } }, { signal }),
  });

export const billingQuery = queryOptions({
  queryKey: queryKeys.admin.billing,
  queryFn: ({ signal }) => callApi(api.admin.readBilling, {}, { signal }),
});

export const founderQuery = queryOptions({
  queryKey: queryKeys.admin.founder,
  queryFn: ({ signal }) => callApi(api.admin.readFounderFigures, {}, { signal }),
});

export const systemQuery = queryOptions({
  queryKey: queryKeys.admin.system,
  queryFn: ({ signal }) => callApi(api.admin.readSystem, {}, { signal }),
});

export type SubscriptionsShown = 'all' | 'attention';

export const subscriptionsQuery = (show: SubscriptionsShown, search: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.admin.subscriptions(show, search),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.admin.listSubscriptions,
        { query: { show, ...searched(search), ...from(pageParam) } },
        { signal },
      ),
  });

export const packsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: queryKeys.admin.packs,
  queryFn: ({ pageParam, signal }) => callApi(api.admin.listPacks, { query: from(pageParam) }, { signal }),
});

export const reversalsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: queryKeys.admin.reversals,
  queryFn: ({ pageParam, signal }) =>
    callApi(api.admin.listReversals, { query: from(pageParam) }, { signal }),
});

export interface ActivityFilter {
  readonly event?: ActivityEvent;
  readonly about?: string;
}

export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.admin.activity(filter),
    queryFn: ({ pageParam, signal }) =>
      callApi(api.admin.listActivity, { query: { ...filter, ...from(pageParam) } }, { signal }),
  });
