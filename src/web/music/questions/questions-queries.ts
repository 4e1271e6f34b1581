import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

/** The questions about the user's own track, with listeners' answers. */
export const useQuestions = (trackId: string) =>
  useQuery({
    queryKey: queryKeys.reviews.questions(trackId),
    queryFn: ({ signal }) => callApi(api.questions.readQuestions, { params: { trackId } }, { signal }),
  });

export function useSaveQuestions(trackId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent<typeof api.questions.saveQuestions>['body']) =>
      callApi(api.questions.saveQuestions, { params: { trackId }, body }),
    onSuccess: (saved) => queries.setQueryData(queryKeys.reviews.questions(trackId), saved),
    // Perhaps another tab has changed them.
    onError: () => void queries.invalidateQueries({ queryKey: queryKeys.reviews.questions(trackId) }),
  });
}
