import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';

export interface ReviewsWanted {
  readonly trackId: string;
  /** Only reviews with this number of stars; null for all. */
  readonly rating: number | null;
}

/** One page of the reviews of the user's own track: after the cursor, or the first if it is null. */
export const readTrackReviews = (
  { trackId, rating }: ReviewsWanted,
  cursor: string | null,
  signal?: AbortSignal,
) =>
  callApi(
    api.reviews.listTrackReviews,
    {
      params: { trackId },
      query: {
        ...(cursor === null ? {} : { cursor }),
        ...(rating === null ? {} : { rating: `${rating}` }),
      },
    },
    signal === undefined ? {} : { signal },
  );
