import type { ReadReview as Review } from '#contract/operation/admin/admin-readings.ts';
import { approvalRuleName } from '#contract/reviewing/reviews/approval-rule-names.ts';
import { ShownHelp } from '#web/reviewing/reviews/shown-help.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';

/** A review beside its track and what was heard of it. */
export function ReadReview({ review }: { review: Review }) {
  const { heardSeconds, trackSeconds } = review;
  return (
    <div className="grid min-w-0 gap-1.5 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{review.trackTitle}</span>
        <span className="text-sm text-muted">
          <bdi>{review.artistName}</bdi> · {review.genre} · heard {formatDuration(heardSeconds)} of{' '}
          {formatDuration(trackSeconds)}
        </span>
        <Stars value={review.rating} label={`${review.rating} of 5 stars`} />
        {review.status !== 'approved' && <Badge variant="secondary">{review.status}</Badge>}
        <span className="text-sm text-muted">
          <TimeAgo date={review.createdAt} />
        </span>
      </p>
      {review.rules.length > 0 && (
        <p className="text-sm text-rose">{`Flagged: ${review.rules.map(approvalRuleName).join(', ')}`}</p>
      )}
      <p dir="auto" className="max-w-prose whitespace-pre-line">
        {review.comment}
      </p>
      <ShownHelp answers={review.prompts} notes={review.notes} />
    </div>
  );
}
