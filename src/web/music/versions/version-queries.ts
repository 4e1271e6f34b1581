import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

/** What a new version of the user's own track would get, including with another number of reviews; not fetched for null. */
export const useNewVersionOffer = (trackId: string | null, reviews: number | null = null) =>
  useQuery({
    queryKey: queryKeys.tracks.newVersion(trackId ?? '', reviews),
    queryFn: ({ signal }) =>
      callApi(
        api.versions.readNewVersionOffer,
        { params: { trackId: trackId ?? '' }, query: reviews === null ? {} : { reviews } },
        { signal },
      ),
    enabled: trackId !== null,
    placeholderData: keepPreviousData,
  });
