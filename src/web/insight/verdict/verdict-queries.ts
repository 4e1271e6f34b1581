import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { analysisPollMilliseconds } from '#web/music/tracks/analysis-poll.ts';
import { currentTime } from '#web/ui/display/current-time.ts';

/** Everything on the page of the user's own track; refetched when something changes. */
export const useVerdict = (trackId: string) =>
  useQuery({
    queryKey: queryKeys.reviews.verdict(trackId),
    queryFn: ({ signal }) => callApi(api.verdict.readVerdict, { params: { trackId } }, { signal }),
    refetchInterval: ({ state }) =>
      analysisPollMilliseconds(state.data === undefined ? [] : [state.data.track], currentTime()),
  });

/** How the user's own track compares with its former version. */
export const useVersionResult = (trackId: string) =>
  useQuery({
    queryKey: queryKeys.reviews.versionResult(trackId),
    queryFn: ({ signal }) => callApi(api.verdict.readVersionResult, { params: { trackId } }, { signal }),
    select: ({ result }) => result,
  });

/** One line for each of these tracks of the user. */
export const useVerdictLines = (trackIds: readonly string[]) =>
  useQuery({
    queryKey: queryKeys.reviews.verdictLines(trackIds),
    queryFn: ({ signal }) =>
      callApi(api.verdict.listVerdicts, { body: { trackIds: [...trackIds] } }, { signal }),
    enabled: trackIds.length > 0,
    // Keep the existing lines while further tracks load.
    placeholderData: keepPreviousData,
    select: ({ verdicts }) => new Map(verdicts.map((line) => [line.trackId, line])),
  });
