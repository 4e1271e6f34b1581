import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ToastText, toastFor } from '#web/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/idempotency-key.ts';
import { queryKeys } from '#web/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

/** An admin's act on the books. */
export interface BooksAct {
  /** Names it, for example 'return-payout:{id}'. */
  readonly name: string;
  /** Its content: with another one it is another act. */
  readonly of?: string;
  /** Does it under this key, and says what has been done. */
  readonly run: (key: string) => Promise<ToastText>;
  /** The title of the toast when it fails. */
  readonly failed: string;
}

/** Does one act at a time, under one key until its final answer. Whatever the answer, the books are read again. */
export function useBooksAct() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
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
  // The second press of a double click comes before the button is drawn disabled.
  const act = (wanted: BooksAct) => {
    if (queryClient.isMutating({ mutationKey: ['books-act'] }) === 0) mutate(wanted);
  };
  return { act, isPending };
}
