import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

const failed = (error: Error) => toast(toastFor(error, { title: 'Error', body: 'Please try again.' }));

/** Asks to be notified of the next track, or cancels that. */
export function useTellMe(isAsked: boolean) {
  const queries = useQueryClient();
  const { mutate, isPending, data, submittedAt } = useMutation({
    mutationFn: (wanted: boolean) => callApi(api.listening.askToBeTold, { body: { wanted } }),
    onError: failed,
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.queue.all }),
  });
  const isWanted = submittedAt > 0 && data !== undefined ? data.isAsked : isAsked;
  return { ask: mutate, isPending, isWanted };
}

/** Asks for an unpaid track in place of the empty queue; a track to review takes precedence. */
export function useListenUnpaid() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(api.listening.nextTrack, { body: { unpaid: true } }),
    onSuccess: (answer) => queries.setQueriesData({ queryKey: queryKeys.queue.all }, answer),
    onError: failed,
  });
  return { listen: () => mutate(), isPending };
}

/** Sends a listener's feedback on an unpaid track. */
export const useAnswerUnpaid = () =>
  useMutation({
    mutationFn: (answer: { trackId: string; rating: number; note: string }) =>
      callApi(api.listening.answerUnpaid, { body: answer }),
  });
