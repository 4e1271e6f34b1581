import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { ratingText, Stars } from '#web/ui/display/stars.tsx';
import { paceText } from './promise-text.ts';
import { reviewsOfPlaces } from './review-places.ts';

/** `, 2 being checked, 1 listening now · 1.4 a day, by Thu, Nov 27`: what follows the number of reviews. Zeros are omitted. */
function besideReviews(track: OwnTrack): string {
  const { beingChecked, listeningNow, status } = track;
  const pace = status === 'deleted' ? '' : paceText(track);
  return [
    beingChecked > 0 ? `, ${beingChecked} being checked` : '',
    listeningNow > 0 ? `, ${listeningNow} listening now` : '',
    pace === '' ? '' : ` · ${pace}`,
  ].join('');
}

/** The stars, if there are reviews, and the number of reviews with their pace. */
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
      <span className="tabular">
        <span>{`${reviewsOfPlaces(track)} reviews`}</span>
        {besideReviews(track)}
      </span>
    </p>
  );
}
