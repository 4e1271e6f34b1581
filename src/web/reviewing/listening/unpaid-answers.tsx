import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import type { UnpaidAnswer } from '#contract/reviewing/listening/empty-queue.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';

/** Notes by unpaid listeners of the user's own track; hidden if there are none. */
export function UnpaidAnswers({ trackId }: { trackId: string }) {
  const { data, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: queryKeys.tracks.unpaid(trackId),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.listening.listUnpaidAnswers,
        { params: { trackId }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
    getNextPageParam: (page) => page.nextCursor,
  });
  const answers = data?.pages.flatMap(({ items }) => items) ?? [];
  if (answers.length === 0) return null;
  return (
    <section aria-labelledby="unpaid" className="not-on-paper grid gap-3">
      <div className="grid gap-1">
        <h2 id="unpaid" className="text-2xl">
          Heard without pay
        </h2>
        <p className="text-sm text-muted">
          From listeners whose queue was empty. They aren’t reviews, and the figures on this page don’t count
          them.
        </p>
      </div>
      <ul className="grid">
        {answers.map((answer) => (
          <Answered key={`${answer.listenerName} ${answer.answeredAt}`} answer={answer} />
        ))}
      </ul>
      {hasNextPage && <LoadMore isLoading={isFetching} onPress={() => void fetchNextPage()} />}
    </section>
  );
}

function Answered({ answer: { listenerName, rating, note, moments, answeredAt } }: { answer: UnpaidAnswer }) {
  return (
    <li className="grid gap-1 border-t border-line py-4 wrap-anywhere">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 font-medium">{listenerName}</span>
        <span>
          {rating} of 5 stars <span className="text-muted">· unpaid</span>
        </span>
        <span className="text-sm text-muted">
          <TimeAgo date={answeredAt} />
        </span>
      </p>
      {note !== null && (
        <p dir="auto" className="max-w-prose whitespace-pre-line">
          {note}
        </p>
      )}
      {moments.length > 0 && (
        <p className="tabular text-sm text-muted">
          {moments
            .map(({ kind, atSecond }) => `${momentLabels[kind]} at ${formatDuration(atSecond)}`)
            .join(' · ')}
        </p>
      )}
    </li>
  );
}
