import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Notice } from '#contract/identity/notices.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { useMarkNoticesRead, useNotices } from './notices-queries.ts';

/** All notices, newest first. Opening the page marks them as read. */
export function NoticesPage() {
  const query = useNotices();
  const notices = query.data?.pages.flatMap((page) => page.items);
  const fresh = useFreshNotices(notices);
  return (
    <div className="grid w-full max-w-275 gap-8">
      <PageHeading>Notices</PageHeading>
      {notices === undefined && query.isError && (
        <LoadFailure title="The notices did not load" onRetry={() => void query.refetch()}>
          {failureText(query.error)}
        </LoadFailure>
      )}
      {notices === undefined && !query.isError && (
        <Skeleton className="h-60 w-full" label="Loading notices" />
      )}
      {notices?.length === 0 && (
        <EmptyState
          title="No notices yet"
          action={
            <Link to="/app/settings" hash="notifications" className={buttonStyle({ variant: 'quiet' })}>
              Choose which ones we email
            </Link>
          }
        >
          Reviews, payouts, new tracks and changes to your account show up here.
        </EmptyState>
      )}
      {notices !== undefined && notices.length > 0 && (
        <ul aria-label="Notices" className="border-b border-line">
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} isNew={fresh.has(notice.id)} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <LoadMore isLoading={query.isFetchingNextPage} onPress={() => query.fetchNextPage()} />
      )}
    </div>
  );
}

/** The notices that were unread when the page opened. The server marks them as read in the meantime. */
function useFreshNotices(notices: readonly Notice[] | undefined): ReadonlySet<string> {
  const { mutate } = useMarkNoticesRead();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unread = notices?.filter(({ isRead, id }) => !isRead && !fresh.has(id)) ?? [];
  if (unread.length > 0) setFresh(new Set([...fresh, ...unread.map(({ id }) => id)]));
  const newest = unread[0]?.id ?? null;
  const [seen, setSeen] = useState<string | null>(null);
  if (newest !== null && newest !== seen) setSeen(newest);
  useEffect(() => {
    if (seen === null) return;
    const mark = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', mark);
      mutate(seen);
    };
    document.addEventListener('visibilitychange', mark);
    mark();
    return () => document.removeEventListener('visibilitychange', mark);
  }, [seen, mutate]);
  return fresh;
}

function NoticeItem({ notice: { title, body, path, createdAt }, isNew }: { notice: Notice; isNew: boolean }) {
  const more = beyondTitle(title, body);
  return (
    <li
      className={`grid gap-1 border-t border-s-4 wrap-anywhere border-t-line px-4 py-3 ${isNew ? 'border-s-brass-mark bg-panel' : 'border-s-transparent'}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-semibold">
          {path === null ? (
            title
          ) : (
            <Link to={path} className={`lone-link ${linkStyle}`}>
              {title}
            </Link>
          )}
          {isNew && <span className="sr-only"> (new)</span>}
        </p>
        <span className="text-sm text-muted">
          <TimeAgo date={createdAt} />
        </span>
      </div>
      {more !== '' && (
        <p dir="auto" className="whitespace-pre-line text-muted">
          {more}
        </p>
      )}
    </li>
  );
}

/** The body without the title, which emails repeat as the first sentence. */
const beyondTitle = (title: string, body: string): string =>
  body.startsWith(`${title}.`) ? body.slice(title.length + 1).trimStart() : body;
