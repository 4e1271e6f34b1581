import type { Query, QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#web/query-keys.ts';

const { admin } = queryKeys;
type ListKey = ReturnType<
  | typeof admin.payouts
  | typeof admin.reviews
  | typeof admin.reports
  | typeof admin.takedowns
  | typeof admin.sameRecordings
>;
export type ListName = ListKey[1];

/**
 * Refetches everything on the admin pages after a decision. Waits only for the lists it may have changed: the decided
 * rows are locked until then, and a slow figure must not hold up the next decision.
 */
export async function refetchAfter(queries: QueryClient, ...lists: readonly ListName[]): Promise<void> {
  void queries.invalidateQueries({ queryKey: queryKeys.admin.all });
  const ofDecision = (query: Query) => {
    const [group, list] = query.queryKey;
    return group === admin.all[0] && lists.some((one) => one === list);
  };
  await queries.invalidateQueries({ predicate: ofDecision }, { cancelRefetch: false });
}
