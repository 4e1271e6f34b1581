import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { OwnReviewItem } from './own-review-item.tsx';
import { sampleReviews } from './sample-reviews.ts';

export interface HistoryFailureProps {
  /** The server's words. */
  message: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** In the place of a history that did not load: samples, plainly said to be samples, and Retry. */
export function HistoryFailure({ message, onRetry, isRetrying }: HistoryFailureProps) {
  return (
    <div className="grid gap-6">
      <Panel tone="wrong" title="Sample data" level={3}>
        <div className="grid justify-items-start gap-4">
          <p>Your reviews did not load, so these are samples. {message}</p>
          <Button variant="quiet" onPress={onRetry} isPending={isRetrying}>
            Retry
          </Button>
        </div>
      </Panel>
      <ul aria-label="Sample reviews" className="w-full border-b border-line">
        {sampleReviews.map((review) => (
          <OwnReviewItem key={review.id} review={review} />
        ))}
      </ul>
    </div>
  );
}
