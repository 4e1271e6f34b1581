import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { queryKeys } from '#web/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

const failed = (error: Error) => toast(toastFor(error, { title: 'Error', body: 'Please try again.' }));

/** Asks to be told of the next track, or takes that back. */
export function useTellMe(isAsked: boolean) {
  const queries = useQueryClient();
  const { mutate, isPending, data, submittedAt } = useMutation({
    mutationFn: (wanted: boolean) => callApi(api.listening.askToBeTold, { body: { wanted } }),
    onError: failed,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.queue.all }),
  });
  const isWanted = submittedAt > 0 && data !== undefined ? data.isAsked : isAsked;
  return { ask: mutate, isPending, isWanted };
}

/** Has a track served to hear without pay, in the place of the empty queue; one to review comes first. */
export function useListenUnpaid() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(api.listening.nextTrack, { body: { unpaid: true } }),
    onSuccess: (answer) => queries.setQueriesData({ queryKey: queryKeys.queue.all }, answer),
    onError: failed,
  });
  return { listen: () => mutate(), isPending };
}

/** Sends what the listener says of a track that they heard without pay. */
export const useAnswerUnpaid = () =>
  useMutation({
    mutationFn: (answer: { trackId: string; rating: number; note: string }) =>
      callApi(api.listening.answerUnpaid, { body: answer }),
  });
