import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoticeKind } from '#contract/identity/settings.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

const settingsQuery = queryOptions({
  queryKey: queryKeys.settings.all,
  queryFn: ({ signal }) => callApi(api.accounts.readSettings, {}, { signal }),
});

export const useSettings = () => useQuery(settingsQuery);

interface Change {
  readonly notices?: Partial<Record<NoticeKind, boolean>>;
  readonly isPrivate?: boolean;
}

/** Changes settings. A switch moves at once and moves back if the call fails. */
export function useChangeSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => callApi(api.accounts.updateSettings, { body: change }),
    onMutate: async ({ notices, ...change }) => {
      await queries.cancelQueries(settingsQuery);
      const before = queries.getQueryData(settingsQuery.queryKey);
      if (before !== undefined)
        queries.setQueryData(settingsQuery.queryKey, {
          ...before,
          ...change,
          notices: { ...before.notices, ...notices },
        });
      return before;
    },
    onSuccess: (settings) => queries.setQueryData(settingsQuery.queryKey, settings),
    onError: (error, _change, before) => {
      queries.setQueryData(settingsQuery.queryKey, before);
      toast(toastFor(error, { title: 'The setting was not changed' }));
    },
  });
}
