import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';

const useTrackListeners = (trackId: string, isWanted: boolean) =>
  useInfiniteQuery({
    queryKey: queryKeys.reviews.listeners(trackId),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.listening.listTrackListeners,
        { params: { trackId }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
    getNextPageParam: (page) => page.nextCursor,
    enabled: isWanted,
  });

/** Who heard the user's own track, when, and how much of the paid minute. Only loaded on request. */
export function TrackListeners({ trackId }: { trackId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, error, isFetching, refetch, hasNextPage, fetchNextPage } = useTrackListeners(
    trackId,
    isOpen,
  );
  const listeners = data?.pages.flatMap(({ items }) => items);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="not-on-paper grid gap-3">
      <summary className="lg:py-2">
        <h2 className="inline text-2xl">Who heard it</h2>
      </summary>
      {listeners === undefined && isError && (
        <LoadFailure title="The list did not load" onRetry={() => void refetch()} isRetrying={isFetching}>
          {failureText(error)}
        </LoadFailure>
      )}
      {listeners?.length === 0 && <p className="text-muted">No one yet.</p>}
      {listeners !== undefined && listeners.length > 0 && (
        <div className="grid gap-3">
          <table className="tabular w-full max-w-prose">
            <caption className="pb-2 text-start text-sm text-muted">
              You see names once listeners review. Seconds count up to {requiredListeningSeconds}.
            </caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Listener</th>
                <th scope="col">When</th>
                <th scope="col">Seconds heard</th>
              </tr>
            </thead>
            <tbody>
              {listeners.map(({ listenerName, heardAt, seconds }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: who has no name has no id either
                <tr key={place} className="border-t border-line">
                  <td className={`py-2 wrap-anywhere ${listenerName === null ? 'text-muted' : ''}`}>
                    {listenerName ?? 'a listener'}
                  </td>
                  <td className="py-2 ps-3 text-sm text-muted">
                    <TimeAgo date={heardAt} />
                  </td>
                  <td className="py-2 ps-3 text-end whitespace-nowrap">{seconds} s</td>
                </tr>
              ))}
            </tbody>
          </table>
          {hasNextPage && (
            <LoadMore isLoading={isFetching} onPress={() => void fetchNextPage()}>
              Load more listeners
            </LoadMore>
          )}
        </div>
      )}
    </details>
  );
}
