import { useState } from 'react';
import type { ReadReview as Review } from '#contract/operation/admin/admin-readings.ts';
import { firstWords } from '#contract/operation/admin/first-words.ts';
import { approvalRuleName } from '#contract/reviewing/reviews/approval-rule-names.ts';
import { ShownHelp } from '#web/reviewing/reviews/shown-help.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';

interface ReadReviewProps {
  review: Review;
  /** Whether its first words are shown, and the rest on request. */
  isShort?: boolean;
}

/** A review beside its track and what was heard of it. */
export function ReadReview({ review, isShort = false }: ReadReviewProps) {
  const { heardSeconds, trackSeconds } = review;
  const [isCut, setCut] = useState(isShort);
  const { shown, more } = firstWords(review.comment);
  const hasHelp = review.notes.length > 0 || Object.values(review.prompts).some((answer) => answer !== null);
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
        {isCut && more > 0 ? `${shown} …` : review.comment}
      </p>
      {!isCut && <ShownHelp answers={review.prompts} notes={review.notes} />}
      {isCut && (more > 0 || hasHelp) && (
        <button
          type="button"
          className={`lone-link cursor-pointer justify-self-start text-sm ${linkStyle}`}
          onClick={() => setCut(false)}
        >
          {more > 0 ? `${more} more ${more === 1 ? 'word' : 'words'}` : 'Answers and notes'}
          <VisuallyHidden>{` of the review of ${review.trackTitle}`}</VisuallyHidden>
        </button>
      )}
    </div>
  );
}
