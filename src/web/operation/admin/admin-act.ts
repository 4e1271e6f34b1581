import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { type ToastText, toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

const { admin } = queryKeys;
type ListKey =
  | typeof admin.books
  | typeof admin.openTransfers
  | typeof admin.packs
  | typeof admin.payoutExports
  | typeof admin.system
  | typeof admin.withheld
  | typeof admin.readings
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

/** Whether something succeeds. Who started it tells the admin about a failure. */
export const succeeds = (started: Promise<unknown>): Promise<boolean> =>
  started.then(
    () => true,
    () => false,
  );

/** Says why something is not sent: the same was sent before, its dialog was closed, and there is no response yet. */
export const sayStillWaiting = (act: string): void =>
  toast({
    title: 'Still waiting for the server',
    body: 'Your last try has no response yet. You can reload the page and send it again. Nothing is done twice.',
    tone: 'wrong',
    act,
  });

/**
 * Runs an act of an admin, one at a time, and tells what came of it. `act` returns whether it was done.
 * @param failed the title of the toast when it fails
 * @param lists that are refetched before it counts as done
 */
export function useAdminAct(failed: string, ...lists: readonly ListName[]) {
  const queries = useQueryClient();
  const mutationKey = ['admin-act', useId()];
  const { mutateAsync, isPending } = useMutation({
    mutationKey,
    mutationFn: (run: () => Promise<ToastText>) => run(),
    onSuccess: (done) => toast(done),
    onError: (error) => toast(toastFor(error, { title: failed })),
    onSettled: refetchAfter(queries, ...lists),
  });
  // The second click of a double click arrives before the button is rendered as disabled.
  const act = (run: () => Promise<ToastText>): Promise<boolean> =>
    queries.isMutating({ mutationKey }) > 0 ? Promise.resolve(false) : succeeds(mutateAsync(run));
  return { act, isPending };
}
