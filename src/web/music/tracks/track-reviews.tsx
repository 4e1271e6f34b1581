import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { useReviewBalance } from '#web/plans/balance/balance-queries.ts';
import { noReviewsText } from '#web/plans/balance/balance-text.ts';
import { ReviewActs } from '#web/plans/balance/review-acts.tsx';
import { paceText, promiseText } from './promise-text.ts';
import { reviewsOfPlaces } from './review-places.ts';

const hasNone = ({ reviewCount, reviewTarget, status }: OwnTrack): boolean =>
  status !== 'deleted' && reviewCount === 0 && reviewTarget === 0;

/** `3 of 10 reviews, 2 being checked, 1 listening now, 1.4 a day, by Thu, Nov 27`, or that it has none. Zeros are omitted. */
export function ReviewsSaid({ track }: { track: OwnTrack }) {
  if (hasNone(track)) return <NoReviews />;
  const { beingChecked, listeningNow, status } = track;
  const pace = status === 'deleted' ? '' : paceText(track);
  const beside = [
    beingChecked > 0 ? `, ${beingChecked} being checked` : '',
    listeningNow > 0 ? `, ${listeningNow} listening now` : '',
    pace === '' ? '' : `, ${pace}`,
  ].join('');
  return (
    <span className="tabular">
      <span>{`${reviewsOfPlaces(track)} reviews`}</span>
      {beside}
    </span>
  );
}

/** Says when the artist can give it some. */
function NoReviews() {
  const balance = useReviewBalance().data;
  return <span>{noReviewsText(balance ?? { left: 0, next: null })}</span>;
}

/** What the artist has to know about a track's reviews, and can do about them. */
export function TrackReviews({ track }: { track: OwnTrack }) {
  const text = promiseText(track);
  return (
    <>
      {text !== null && <p className="tabular text-sm text-muted">{text}</p>}
      <ReviewActs track={track} />
    </>
  );
}
