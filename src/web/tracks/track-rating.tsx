import type { OwnTrack } from '#contract/tracks/tracks.ts';
import { ratingText, Stars } from '#web/ui/display/stars.tsx';
import { reviewsOfPlaces } from './review-places.ts';

/** `3 of 10 reviews, 1 listening now`, with the track's target. Zero listeners are omitted. */
export const reviewsText = ({
  listeningNow,
  ...track
}: Pick<OwnTrack, 'reviewCount' | 'reviewTarget' | 'listeningNow'>): string =>
  `${reviewsOfPlaces(track)} reviews${listeningNow > 0 ? `, ${listeningNow} listening now` : ''}`;

/** The stars, if there are reviews, and the number of reviews. */
export function TrackRating({ track }: { track: OwnTrack }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {track.averageRating !== null && (
        <Stars
          value={track.averageRating}
          label={ratingText(track.averageRating, track.reviewCount, { one: 'review', many: 'reviews' })}
        >
          {track.averageRating.toFixed(1)}
        </Stars>
      )}
      <span className="tabular">{reviewsText(track)}</span>
    </p>
  );
}
