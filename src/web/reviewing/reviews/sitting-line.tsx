import { formatCents } from '#contract/cents.ts';
import type { Sitting } from '#contract/reviewing/reviews/reviews.ts';
import { useSitting } from './review-queries.ts';

const whatBecame: Readonly<Record<Sitting['last']['status'], string>> = {
  pending: 'is waiting for approval',
  approved: 'was approved',
  rejected: 'was rejected',
  reversed: 'was approved by mistake',
};

function lastReview({ trackTitle, status, earnedCents }: Sitting['last']): string {
  const earned = status === 'approved' ? `: +${formatCents(earnedCents)}` : '';
  return `“${trackTitle}” ${whatBecame[status]}${earned}.`;
}

const tally = ({ reviews, approved, earnedCents }: Sitting): string =>
  `This sitting: ${approved} of ${reviews} approved, ${formatCents(earnedCents)}.`;

/** The state of the review just sent, and the sitting's earnings. Its space is reserved from the start. */
export function SittingLine() {
  const { data } = useSitting();
  const { sitting, medianCentsPerHour } = data ?? { sitting: null, medianCentsPerHour: null };
  return (
    <p role="status" className="tabular line-clamp-2 min-h-[2lh] text-sm text-muted md:min-h-lh">
      {sitting !== null && (
        <>
          <span className={sitting.last.status === 'approved' ? 'text-mint' : ''}>
            {lastReview(sitting.last)}
          </span>{' '}
          {tally(sitting)}
          {medianCentsPerHour !== null && ` Median ${formatCents(medianCentsPerHour)} an hour.`}
        </>
      )}
    </p>
  );
}
