import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

export const useUnreadNotices = () =>
  useQuery({
    queryKey: queryKeys.notices.unread,
    queryFn: ({ signal }) => callApi(api.accounts.countUnreadNotices, {}, { signal }),
  });

/** The caller's notices page by page, newest first. */
export const useNotices = () =>
  useInfiniteQuery({
    queryKey: queryKeys.notices.list,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.accounts.listNotices,
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
    getNextPageParam: (page) => page.nextCursor,
  });

export function useMarkNoticesRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string) => callApi(api.accounts.markNoticesRead, { body: { upTo } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.notices.all }),
  });
}
