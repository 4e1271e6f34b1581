import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { queryKeys } from '#web/query-keys.ts';

/** What a new version of an own track would get; nothing is asked for null. */
export const useNewVersionOffer = (trackId: string | null) =>
  useQuery({
    queryKey: queryKeys.tracks.newVersion(trackId ?? ''),
    queryFn: ({ signal }) =>
      callApi(api.versions.readNewVersionOffer, { params: { trackId: trackId ?? '' } }, { signal }),
    enabled: trackId !== null,
  });
