import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { queryKeys } from '#web/query-keys.ts';

/** How many listeners heard each part of one of the caller's tracks. */
export const useRetention = (trackId: string) =>
  useQuery({
    queryKey: queryKeys.reviews.retention(trackId),
    queryFn: ({ signal }) => callApi(api.listening.readRetention, { params: { trackId } }, { signal }),
  });

/** What listeners said of moments of one of the caller's tracks. */
export const useTrackNotes = (trackId: string) =>
  useQuery({
    queryKey: queryKeys.reviews.notes(trackId),
    queryFn: ({ signal }) => callApi(api.reviews.listTrackNotes, { params: { trackId } }, { signal }),
    select: ({ notes }) => notes,
  });
