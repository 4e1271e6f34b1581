import type { OwnTrack } from '#contract/tracks/tracks.ts';
import { ratingText, Stars } from '#web/ui/display/stars.tsx';

/** `3 of 10 reviews, 1 listening now`, counted toward the review target of the track. Nobody listening is not said. */
export const reviewsText = ({
  reviewCount,
  reviewTarget,
  listeningNow,
}: Pick<OwnTrack, 'reviewCount' | 'reviewTarget' | 'listeningNow'>): string =>
  `${reviewCount} of ${reviewTarget} reviews${listeningNow > 0 ? `, ${listeningNow} listening now` : ''}`;

/** Stars, as far as there are reviews, and how many reviews have come. */
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
