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

/**
 * Refetches everything on the admin pages after a decision. Waits only for the lists it may have changed: keys and
 * buttons are locked until then, and a slow figure must not swallow the next key.
 */
export async function refetchAfter(queries: QueryClient, ...lists: readonly ListKey[1][]): Promise<void> {
  void queries.invalidateQueries({ queryKey: queryKeys.admin.all });
  const ofDecision = (query: Query) => {
    const [group, list] = query.queryKey;
    return group === admin.all[0] && lists.some((one) => one === list);
  };
  await queries.invalidateQueries({ predicate: ofDecision }, { cancelRefetch: false });
}
