import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';

interface NothingWaitsProps {
  /** The listener has just been through the last track. */
  hasReviewed: boolean;
  refresh: () => Promise<unknown>;
  isRefreshing: boolean;
}

/** The queue without a track: why, and that the next one comes by itself. */
export function NothingWaits({ hasReviewed, refresh, isRefreshing }: NothingWaitsProps) {
  return (
    <div className="grid gap-8">
      <PageHeading>Review Queue</PageHeading>
      <EmptyState
        title="No tracks to review"
        action={
          <Button variant="quiet" onPress={() => void refresh()} isPending={isRefreshing}>
            Refresh Queue
          </Button>
        }
      >
        {hasReviewed ? 'That was all for now. ' : 'Nothing waits for ears right now. '}
        New tracks come in as artists upload them. While this page is open it looks again by itself, and the
        next track appears here.
      </EmptyState>
    </div>
  );
}
