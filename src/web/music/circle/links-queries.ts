import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { changePrivateLink, createPrivateLink } from '#contract/music/circle/circle.ts';
import { callApi } from '#web/calls/api.ts';
import { actDone, actKey, isFinal } from '#web/calls/idempotency-key.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

/** The private links to the user's own track, with what their guests did and left. */
export const usePrivateLinks = (trackId: string) =>
  useQuery({
    queryKey: queryKeys.tracks.links(trackId),
    queryFn: ({ signal }) => callApi(api.circle.listPrivateLinks, { params: { trackId } }, { signal }),
    select: ({ links }) => links,
  });

export function useCreateLink(trackId: string) {
  const queries = useQueryClient();
  const act = `private-link:${trackId}`;
  return useMutation({
    mutationFn: (body: Sent<typeof createPrivateLink>['body']) =>
      callApi(api.circle.createPrivateLink, {
        params: { trackId },
        body,
        idempotencyKey: actKey(act, JSON.stringify(body)),
      }),
    onSuccess: () => actDone(act),
    onError: (error) => {
      if (isFinal(error)) actDone(act);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.tracks.links(trackId) }),
  });
}

type Change = Sent<typeof changePrivateLink>['body'];

export function useChangeLink(trackId: string, linkId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) => callApi(api.circle.changePrivateLink, { params: { linkId }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.tracks.links(trackId) }),
  });
}
