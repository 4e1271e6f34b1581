import { Suspense } from 'react';
import { cents } from '#contract/cents.ts';
import type { OwnReview } from '#contract/reviewing/reviews/reviews.ts';
import { TakenDown } from '#web/reporting/taken-down.tsx';
import { Badge, type BadgeVariant } from '#web/ui/display/badge.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { ReviewWaiting } from './review-waiting.tsx';
import { ShownHelp } from './shown-help.tsx';

const AppealReview = lazyPart(async () => (await import('./appeal-review.tsx')).AppealReview, MissingPart);

/** Approved is the normal state, shown as plain text. */
const badges: Readonly<Record<Exclude<OwnReview['status'], 'approved'>, BadgeVariant>> = {
  pending: 'secondary',
  rejected: 'destructive',
  reversed: 'destructive',
};

/** One of the listener's own reviews. */
export function OwnReviewItem({ review }: { review: OwnReview }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-3 border-t border-line py-5 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]">
      <div className="col-span-2 col-start-1 row-start-1 grid min-w-0 content-start gap-1.5 lg:col-span-1">
        {/* Beside the amount; the line below it has the whole width. */}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-lg:pe-20">
          <h3 className="min-w-0 text-2xl wrap-anywhere">{review.trackTitle}</h3>
          {review.status !== 'approved' && <Badge variant={badges[review.status]}>{review.status}</Badge>}
        </div>
        <p className="text-sm text-muted">
          <bdi>{review.artistName}</bdi> · <TimeAgo date={review.createdAt} />
          {review.status === 'approved' && (
            <>
              {' · '}
              <span>approved</span>
            </>
          )}
        </p>
        <Stars value={review.rating} label={`${review.rating} of 5 stars`} />
      </div>
      <p className="col-start-2 row-start-1 self-start text-end text-lg font-semibold lg:col-start-3">
        <Money
          cents={review.earnedCents}
          signed={review.earnedCents !== cents(0)}
          tone={review.earnedCents === cents(0) ? 'plain' : 'earned'}
        />
      </p>
      <div className="col-span-2 grid min-w-0 content-start gap-1.5 lg:col-span-1 lg:col-start-2 lg:row-start-1">
        <p dir="auto" className="max-w-prose whitespace-pre-line">
          {review.comment}
        </p>
        <ShownHelp answers={review.prompts} notes={review.notes} />
        {review.waiting !== null && <ReviewWaiting waiting={review.waiting} />}
        {review.reason !== null && (
          <p className="max-w-prose text-sm text-rose">
            {review.reasonLabel !== null && <strong className="block">{review.reasonLabel}</strong>}
            {review.reason}
          </p>
        )}
        {review.takedown !== null && <TakenDown takedown={review.takedown} />}
        {review.appeal !== null && <Appealed appeal={review.appeal} />}
        {review.status === 'rejected' && review.appeal === null && (
          <Suspense fallback={null}>
            <AppealReview review={review} />
          </Suspense>
        )}
      </div>
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
      <p dir="auto" className="whitespace-pre-line">
        {appeal.text}
      </p>
      {appeal.outcome !== null && (
        <p className="text-muted">
          Your appeal was {appeal.outcome}. {appeal.answer}
        </p>
      )}
    </div>
  );
}
