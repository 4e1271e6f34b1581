import {
  type DefaultError,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  children: (data: Data) => ReactNode;
}

/** What a query has loaded: a skeleton until then, and Retry after a failure. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton className="h-64 w-full" label="Loading..." />;
  return (
    <LoadFailure title="Error loading admin data" onRetry={() => void refetch()}>
      {failureText(error)}
    </LoadFailure>
  );
}

/** The same, for a query that nothing else reads. */
export function LoadedFigures<Figures, Key extends QueryKey>({
  query,
  children,
}: {
  query: UseQueryOptions<Figures, DefaultError, Figures, Key>;
  children: (figures: Figures) => ReactNode;
}) {
  return <Loaded query={useQuery(query)}>{children}</Loaded>;
}
