import { LoadFailure } from '#web/load-failure.tsx';
import { OwnReviewItem } from './own-review-item.tsx';
import { sampleReviews } from './sample-reviews.ts';

export interface HistoryFailureProps {
  /** Whether the figures above are missing as well, and are samples. */
  areFiguresMissing: boolean;
  /** The server's message. */
  message: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Replaces a history that failed to load: labeled samples, and Retry. */
export function HistoryFailure(props: HistoryFailureProps) {
  const { areFiguresMissing, message, onRetry, isRetrying } = props;
  return (
    <div className="grid gap-6">
      <LoadFailure level={3} title="Sample data" onRetry={onRetry} isRetrying={isRetrying}>
        {areFiguresMissing
          ? 'Your figures and reviews did not load, so all of these are samples.'
          : 'Your reviews did not load, so these are samples.'}{' '}
        {message}
      </LoadFailure>
      <ul aria-label="Sample reviews" className="w-full border-b border-line">
        {sampleReviews.map((review) => (
          <OwnReviewItem key={review.id} review={review} />
        ))}
      </ul>
    </div>
  );
}
