import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';

/** A tab with the figures of one call: a skeleton while loading, and Retry after a failure. */
export function LoadedFigures<Figures, Key extends QueryKey>({
  query,
  children,
}: {
  query: UseQueryOptions<Figures, DefaultError, Figures, Key>;
  children: (figures: Figures) => ReactNode;
}) {
  const { data: figures, isError, error, refetch } = useQuery(query);
  if (figures !== undefined) return children(figures);
  return isError ? (
    <LoadFailure title="Error loading admin data" onRetry={() => void refetch()}>
      {failureText(error)}
    </LoadFailure>
  ) : (
    <Skeleton className="h-112 w-full" label="Loading..." />
  );
}
