import { lazy, Suspense } from 'react';
import { cents } from '#contract/cents.ts';
import type { OwnReview } from '#contract/reviews.ts';
import { Badge, type BadgeVariant } from '#web/ui/display/badge.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { ReviewWaiting } from './review-waiting.tsx';
import { ShownHelp } from './shown-help.tsx';

const AppealReview = lazy(() =>
  import('./appeal-review.tsx').then((module) => ({ default: module.AppealReview })),
);

const badges: Readonly<Record<OwnReview['status'], BadgeVariant>> = {
  pending: 'secondary',
  approved: 'quiet',
  rejected: 'destructive',
  reversed: 'destructive',
};

/** One review of the listener's own history. */
export function OwnReviewItem({ review }: { review: OwnReview }) {
  return (
    <li className="grid gap-x-8 gap-y-3 border-t border-line py-5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-2xl">{review.trackTitle}</h3>
          <Badge variant={badges[review.status]}>{review.status}</Badge>
        </div>
        <p className="text-sm text-muted">
          {review.artistName} · <TimeAgo date={review.createdAt} />
        </p>
        <Stars value={review.rating} label={`${review.rating} of 5 stars`} />
        <p className="max-w-prose pt-1 whitespace-pre-line">{review.comment}</p>
        <ShownHelp answers={review.prompts} notes={review.notes} />
        {review.waiting !== null && <ReviewWaiting waiting={review.waiting} />}
        {review.reason !== null && (
          <p className="max-w-prose text-sm text-rose">
            {review.reasonLabel !== null && <strong className="block">{review.reasonLabel}</strong>}
            {review.reason}
          </p>
        )}
        {review.appeal !== null && <Appealed appeal={review.appeal} />}
        {review.status === 'rejected' && review.appeal === null && (
          <Suspense fallback={null}>
            <AppealReview review={review} />
          </Suspense>
        )}
      </div>
      <p className="text-lg font-semibold sm:text-end">
        <Money
          cents={review.earnedCents}
          signed={review.earnedCents !== cents(0)}
          tone={review.earnedCents === cents(0) ? 'plain' : 'earned'}
        />
      </p>
    </li>
  );
}

function Appealed({ appeal }: { appeal: NonNullable<OwnReview['appeal']> }) {
  return (
    <div className="grid max-w-prose gap-1 border-s-2 border-line ps-4 text-sm">
      <p className="text-muted">
        You appealed <TimeAgo date={appeal.at} />
        {appeal.isMended && ', with a new text'}
      </p>
      <p className="whitespace-pre-line">{appeal.text}</p>
      {appeal.outcome !== null && (
        <p className="text-muted">
          Your appeal was {appeal.outcome}. {appeal.answer}
        </p>
      )}
    </div>
  );
}
