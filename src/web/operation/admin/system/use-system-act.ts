import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { type ToastText, toastFor } from '#web/calls/error-messages.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { refetchAfter } from '../refetch-after.ts';

interface SystemAct {
  readonly run: () => Promise<unknown>;
  readonly done: ToastText;
  /** The title of the toast when it fails. */
  readonly failed: string;
}

/** Runs one action of a button at a time, then refetches the admin's figures. */
export function useSystemAct() {
  const queries = useQueryClient();
  const mutationKey = ['system-act', useId()];
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: ({ run }: SystemAct) => run(),
    onSuccess: (_, { done }) => toast(done),
    onError: (error, { failed }) => toast(toastFor(error, { title: failed })),
    onSettled: refetchAfter(queries, 'system'),
  });
  // The second click of a double click arrives before the button is rendered as disabled.
  const act = (wanted: SystemAct) => {
    if (queries.isMutating({ mutationKey }) === 0) mutate(wanted);
  };
  return { act, isPending };
}
