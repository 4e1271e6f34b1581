import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

/** What a new version of the user's own track would get, including with a smaller target; not fetched for null. */
export const useNewVersionOffer = (trackId: string | null, reviewTarget: number | null = null) =>
  useQuery({
    queryKey: queryKeys.tracks.newVersion(trackId ?? '', reviewTarget),
    queryFn: ({ signal }) =>
      callApi(
        api.versions.readNewVersionOffer,
        { params: { trackId: trackId ?? '' }, query: reviewTarget === null ? {} : { reviewTarget } },
        { signal },
      ),
    enabled: trackId !== null,
    placeholderData: keepPreviousData,
  });
