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

/** Runs one action at a time, then refetches the admin's figures. */
export function useSystemAct() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: ({ run }: SystemAct) => run(),
    onSuccess: (_, { done }) => toast(done),
    onError: (error, { failed }) => toast(toastFor(error, { title: failed })),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.admin.all }),
  });
  // The second click of a double click arrives before the button is rendered as disabled.
  const act = (wanted: SystemAct) => {
    if (queries.isMutating({ mutationKey }) === 0) mutate(wanted);
  };
  return { act, isPending };
}
