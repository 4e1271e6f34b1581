import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions.all,
  queryFn: ({ signal }) => callApi(api.accounts.listSessions, {}, { signal }),
});

/** Signs out one other device by its session, or all others. */
export function useSignOutOthers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: { sessionId: string } | 'others') =>
      which === 'others'
        ? callApi(api.accounts.signOut, { body: { scope: 'others' } })
        : callApi(api.accounts.endSession, { params: which }),
    onSuccess: (_answer, which) => {
      toast({
        title: which === 'others' ? 'Other devices signed out' : 'Device signed out',
        act: 'Sign out failed',
      });
      // The result is known, so the list shows it even if the refetch fails.
      queryClient.setQueryData(
        sessionsQuery.queryKey,
        (known) =>
          known && {
            sessions: known.sessions.filter(({ id, isCurrent }) =>
              which === 'others' ? isCurrent : id !== which.sessionId,
            ),
          },
      );
    },
    onError: (error) => toast(toastFor(error, { title: 'Sign out failed' })),
    onSettled: () => void queryClient.invalidateQueries(sessionsQuery),
  });
}
