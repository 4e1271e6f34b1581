import { Navigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { failureText } from '#web/calls/error-messages.ts';
import { useWait } from '#web/calls/request-wait.ts';
import type { FrameProfile } from '#web/identity/profile/frame-profile.ts';
import { OfflineReview } from '#web/reviewing/reviews/offline-review.tsx';
import { draftWithoutConnection } from '#web/reviewing/reviews/reviewed-track.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { type LoadingProps, unreachable, useLateness } from './app-loading.tsx';
import { onConnectionChange } from './connection.ts';
import { RoutePending } from './route-pending.tsx';

interface PageWaitingProps extends LoadingProps {
  pathname: string;
  profile: FrameProfile;
}

/** What is in the frame while the session is restored: a placeholder, or without a connection the draft of a review. */
export function PageWaiting({ pathname, profile, failure, onRetry }: PageWaitingProps) {
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  const isLate = useLateness();
  const isWaiting = useWait() !== null;
  const { userId, userType } = profile;
  // The installed app opens at /app. A listener's home needs a connection; the draft does not.
  const isStart = /^\/app\/?$/.test(pathname) && userType === 'listener';
  const hasDraft = isStart || pathname === '/app/review';
  const [draft] = useState(() => (hasDraft ? draftWithoutConnection(userId) : undefined));
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
  if (draft !== undefined && isStart) return <Navigate to="/app/review" replace />;
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
