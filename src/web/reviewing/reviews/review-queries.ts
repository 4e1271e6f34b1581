import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { readTrackReviews } from './read-track-reviews.ts';

/** Appeals a rejected review of the caller, once. */
export function useAppealReview() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ reviewId, ...body }: { reviewId: string; appeal: string; comment?: string }) =>
      callApi(api.reviews.appealReview, { params: { reviewId }, body }),
    // Not awaited: a response is shown at once, even if the list loads slowly or fails.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.reviews.own }),
  });
}

export const useReviewStats = () =>
  useQuery({
    queryKey: queryKeys.reviews.stats,
    queryFn: ({ signal }) => callApi(api.reviews.readReviewStats, {}, { signal }),
  });

export const useSitting = () =>
  useQuery({
    queryKey: queryKeys.reviews.sitting,
    queryFn: ({ signal }) => callApi(api.reviews.readSitting, {}, { signal }),
  });

/** The caller's reviews page by page, newest first. */
export const useOwnReviews = () =>
  useInfiniteQuery({
    queryKey: queryKeys.reviews.own,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.reviews.listOwnReviews,
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
    getNextPageParam: (page) => page.nextCursor,
  });

/** Reviews of the user's own track, loaded on request: those after a cursor, or from the first on if it is null. */
export const useTrackReviews = (
  trackId: string,
  { after, rating }: { after: string | null; rating: number | null },
  isWanted: boolean,
) =>
  useInfiniteQuery({
    queryKey: queryKeys.reviews.ofTrack(trackId, after, rating),
    queryFn: ({ pageParam, signal }) => readTrackReviews({ trackId, rating }, pageParam, signal),
    initialPageParam: after,
    getNextPageParam: (page) => page.nextCursor,
    enabled: isWanted,
  });

/** The figures of all of the user's tracks. */
export const useAnalytics = () =>
  useQuery({
    queryKey: queryKeys.reviews.analytics,
    queryFn: ({ signal }) => callApi(api.reviews.readAnalytics, { query: {} }, { signal }),
  });
