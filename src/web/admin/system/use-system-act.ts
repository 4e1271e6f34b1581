import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ToastText, toastFor } from '#web/error-messages.ts';
import { queryKeys } from '#web/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

interface SystemAct {
  readonly run: () => Promise<unknown>;
  readonly done: ToastText;
  /** The title of the toast when it fails. */
  readonly failed: string;
}

const mutationKey = ['system-act'];

/** Does one act at a time, then reads the admin's figures again. */
export function useSystemAct() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: ({ run }: SystemAct) => run(),
    onSuccess: (_, { done }) => toast(done),
    onError: (error, { failed }) => toast(toastFor(error, { title: failed })),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.admin.all }),
  });
  // The second press of a double click comes before the button is drawn disabled.
  const act = (wanted: SystemAct) => {
    if (queries.isMutating({ mutationKey }) === 0) mutate(wanted);
  };
  return { act, isPending };
}
