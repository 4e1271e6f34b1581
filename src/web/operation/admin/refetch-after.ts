import type { Query, QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#web/calls/query-keys.ts';

const { admin } = queryKeys;
type ListKey =
  | typeof admin.books
  | typeof admin.openTransfers
  | typeof admin.packs
  | typeof admin.payoutExports
  | typeof admin.system
  | ReturnType<
      | typeof admin.payouts
      | typeof admin.reviews
      | typeof admin.reports
      | typeof admin.takedowns
      | typeof admin.sameRecordings
      | typeof admin.subscriptions
    >;
export type ListName = ListKey[1];

/** The task that tells the page about new rows has been queued before this one. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * A mutation's `onSettled` that refetches everything on the admin pages after a decision. Waits only until the lists it
 * may have changed are shown: the decided rows are locked until then, and a slow figure must not hold up the next
 * decision. After a failure it does not wait: the lists may take seconds to fail as well, and a retry must not be
 * ignored until then.
 */
export const refetchAfter =
  (queries: QueryClient, ...lists: readonly ListName[]) =>
  (_answer: unknown, error: Error | null): Promise<void> | undefined => {
    void queries.invalidateQueries({ queryKey: queryKeys.admin.all });
    if (error !== null) return undefined;
    const ofDecision = (query: Query) => {
      const [group, list] = query.queryKey;
      return group === admin.all[0] && lists.some((one) => one === list);
    };
    return queries.invalidateQueries({ predicate: ofDecision }, { cancelRefetch: false }).then(nextTask);
  };
