import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';

interface PagedQuery<Item>
  extends Pick<
    UseInfiniteQueryResult<{ pages: { items: Item[] }[] }>,
    | 'data'
    | 'error'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'fetchNextPage'
    | 'isPlaceholderData'
  > {}

interface AdminListProps<Item> {
  query: PagedQuery<Item>;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A paged list of the admin area, with its loading, error and empty states. */
export function AdminList<Item>({ query, empty, children }: AdminListProps<Item>) {
  if (query.data === undefined) {
    if (query.error === null) return <Skeleton className="h-64 w-full" label="Loading..." />;
    return (
      <LoadFailure title="Error loading admin data" onRetry={() => void query.refetch()}>
        {failureText(query.error)}
      </LoadFailure>
    );
  }
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return query.isPlaceholderData ? null : empty;
  return (
    <div className="grid gap-4">
      {children(items)}
      {query.hasNextPage && (
        <LoadMore isLoading={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
      )}
    </div>
  );
}
