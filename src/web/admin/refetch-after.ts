import type { Query, QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#web/query-keys.ts';

/**
 * Refetches everything on the admin pages after a decision. Waits only for the lists it may have changed: keys and
 * buttons are locked until then, and a slow figure must not swallow the next key.
 * @param lists the starts of the lists' query keys
 */
export async function refetchAfter(
  queries: QueryClient,
  ...lists: readonly (readonly string[])[]
): Promise<void> {
  void queries.invalidateQueries({ queryKey: queryKeys.admin.all });
  const ofDecision = (query: Query) =>
    lists.some((list) => list.every((part, at) => query.queryKey[at] === part));
  await queries.invalidateQueries({ predicate: ofDecision }, { cancelRefetch: false });
}
