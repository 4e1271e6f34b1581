import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { actDone, actKey, isFinal } from '#web/calls/idempotency-key.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

const everyThreeSeconds = 3000;

/** The reviews that the artist can give to tracks. Polled while a payment is awaited. */
export const useReviewBalance = ({ isWaiting = false, isWanted = true } = {}) =>
  useQuery({
    queryKey: queryKeys.subscriptions.balance,
    queryFn: ({ signal }) => callApi(api.balance.readReviewBalance, {}, { signal }),
    refetchInterval: isWaiting ? everyThreeSeconds : false,
    enabled: isWanted,
  });

/** What each plan and pack would bring, and when, if it were bought now. */
export const useOfferForecast = () =>
  useQuery({
    queryKey: queryKeys.subscriptions.offers,
    queryFn: ({ signal }) => callApi(api.balance.forecastOffers, {}, { signal }),
  });

/** When this many more reviews of a track would be there; not fetched for null. */
export const useReviewForecast = (trackId: string, reviews: number | null) =>
  useQuery({
    queryKey: queryKeys.subscriptions.forecast(trackId, reviews ?? 0),
    queryFn: ({ signal }) =>
      callApi(
        api.balance.forecastReviews,
        { params: { trackId }, query: { reviews: reviews ?? 0 } },
        { signal },
      ),
    enabled: reviews !== null,
    placeholderData: keepPreviousData,
  });

/** When this many reviews of a track uploaded now would be there; not fetched for null. */
export const useUploadForecast = (reviews: number | null) =>
  useQuery({
    queryKey: queryKeys.subscriptions.uploadForecast(reviews ?? 0),
    queryFn: ({ signal }) =>
      callApi(api.balance.forecastUpload, { query: { reviews: reviews ?? 0 } }, { signal }),
    enabled: reviews !== null,
  });

const calls = {
  add: api.balance.addReviews,
  'take-back': api.balance.takeBackReviews,
} as const;

/**
 * Assigns reviews to a track, or takes them back. One key identifies the act until its final response, even after a reload.
 * @param before how many the track had when the form was opened: a number that has changed since then is another act
 */
export function useChangeReviews(act: keyof typeof calls, trackId: string, before: number) {
  const queries = useQueryClient();
  const name = `${act}-reviews:${trackId}`;
  return useMutation({
    mutationFn: (reviews: number) =>
      callApi(calls[act], {
        params: { trackId },
        body: { reviews },
        idempotencyKey: actKey(name, `${reviews} to ${before}`),
      }),
    onSuccess: () => actDone(name),
    onError: (error) => {
      if (isFinal(error)) actDone(name);
    },
    // Not awaited: a response is shown at once, even if a list loads slowly or fails.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.tracks.all });
      void queries.invalidateQueries({ queryKey: queryKeys.subscriptions.all });
      void queries.invalidateQueries({ queryKey: queryKeys.reviews.verdict(trackId) });
    },
  });
}
