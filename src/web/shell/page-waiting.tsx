import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { failureText } from '#web/calls/error-messages.ts';
import { useWait } from '#web/calls/request-wait.ts';
import { OfflineReview } from '#web/reviewing/reviews/offline-review.tsx';
import { draftWithoutConnection } from '#web/reviewing/reviews/reviewed-track.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { type LoadingProps, unreachable, useLateness } from './app-loading.tsx';
import { onConnectionChange } from './connection.ts';
import { RoutePending } from './route-pending.tsx';

interface PageWaitingProps extends LoadingProps {
  pathname: string;
  userId: string;
}

/** What is in the frame while the session is restored: a placeholder, or without a connection the draft of a review. */
export function PageWaiting({ pathname, userId, failure, onRetry }: PageWaitingProps) {
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  const isLate = useLateness();
  const isWaiting = useWait() !== null;
  const [draft] = useState(() => (pathname === '/app/review' ? draftWithoutConnection(userId) : undefined));
  const retryOnline = useEffectEvent(() => {
    if (navigator.onLine) onRetry();
  });
  useEffect(() => onConnectionChange(retryOnline), []);
  if (isOnline && failure === null && !isLate) return <RoutePending />;
  const retry = (
    <Button variant="quiet" onPress={onRetry} isDisabled={isWaiting}>
      Retry
    </Button>
  );
  if (draft !== undefined) {
    return (
      <div className="grid justify-items-start gap-6">
        <OfflineReview listenerId={userId} {...draft} />
        {retry}
      </div>
    );
  }
  return (
    <PageHeading lead={failureText(failure, unreachable)} actions={retry}>
      This page didn’t load
    </PageHeading>
  );
}
