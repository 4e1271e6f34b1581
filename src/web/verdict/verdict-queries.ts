import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { queryKeys } from '#web/query-keys.ts';
import { analysisPollMilliseconds } from '#web/tracks/analysis-poll.ts';

/** All that the page of one own track shows; read again as something changes. */
export const useVerdict = (trackId: string) =>
  useQuery({
    queryKey: queryKeys.reviews.verdict(trackId),
    queryFn: ({ signal }) => callApi(api.verdict.readVerdict, { params: { trackId } }, { signal }),
    refetchInterval: ({ state }) =>
      analysisPollMilliseconds(state.data === undefined ? [] : [state.data.track], new Date()),
  });

/** How an own track did against its former version. */
export const useVersionResult = (trackId: string) =>
  useQuery({
    queryKey: queryKeys.reviews.versionResult(trackId),
    queryFn: ({ signal }) => callApi(api.verdict.readVersionResult, { params: { trackId } }, { signal }),
    select: ({ result }) => result,
  });

/** What one line says of each of these own tracks. */
export const useVerdictLines = (trackIds: readonly string[]) =>
  useQuery({
    queryKey: queryKeys.reviews.verdictLines(trackIds),
    queryFn: ({ signal }) =>
      callApi(api.verdict.listVerdicts, { body: { trackIds: [...trackIds] } }, { signal }),
    enabled: trackIds.length > 0,
    // Further tracks leave the lines of the first where they are.
    placeholderData: keepPreviousData,
    select: ({ verdicts }) => new Map(verdicts.map((line) => [line.trackId, line])),
  });
