import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ToastText, toastFor } from '#web/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/idempotency-key.ts';
import { queryKeys } from '#web/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { succeeds } from './succeeds.ts';

/** An admin's act on the ledger. */
export interface BooksAct {
  /** Its name, for example 'return-payout:{id}'. */
  readonly name: string;
  /** Its content. Different content makes it another act, with a new key. */
  readonly of?: string;
  /** Runs it with this key and returns the success message. */
  readonly run: (key: string) => Promise<ToastText>;
  /** The title of the toast when it fails. */
  readonly failed: string;
}

/**
 * Runs one act at a time, with the same key until its final response. The ledger is refetched in any case. `act` returns
 * whether it was done.
 */
export function useBooksAct() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationKey: ['books-act'],
    mutationFn: ({ run, name, of }: BooksAct) => run(actKey(name, of)),
    onSuccess: (done, { name }) => {
      actDone(name);
      toast(done);
    },
    onError: (error, { name, failed }) => {
      if (isFinal(error)) actDone(name);
      toast(toastFor(error, { title: failed }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.admin.all }),
  });
  // The second click of a double click arrives before the button is rendered as disabled.
  const act = async (wanted: BooksAct): Promise<boolean> =>
    queryClient.isMutating({ mutationKey: ['books-act'] }) === 0 && succeeds(mutateAsync(wanted));
  return { act, isPending };
}
