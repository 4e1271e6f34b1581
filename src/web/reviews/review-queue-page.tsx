import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ServedTrack } from '#contract/listening.ts';
import { useProfile } from '#web/accounts/profile/profile-queries.ts';
import { RequireRole } from '#web/accounts/roles/require-role.tsx';
import { failureText } from '#web/error-messages.ts';
import { dropComingTrack } from '#web/listening/coming-track.ts';
import { useServedTrack } from '#web/listening/use-served-track.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { toast } from '#web/ui/display/toast.tsx';
import { QueueSkeleton } from './queue-skeleton.tsx';
import { ServedTrackReview } from './served-track-review.tsx';

const NothingWaits = lazy(async () => ({ default: (await import('./nothing-waits.tsx')).NothingWaits }));

export function ReviewQueuePage() {
  return (
    <RequireRole
      userType="listener"
      title="Listener Access Required"
      body="Only listeners can review tracks."
    >
      <div className="mx-auto w-full max-w-275">
        <Queue />
      </div>
    </RequireRole>
  );
}

const loadFailure = 'Failed to load next track. Please try again.';

/** One track at a time: loading, a track, none, or a failure with a way on. */
function Queue() {
  const { served, hasMovedOn, hasWaited, moveOn, serveAgain } = useQueue();
  const { data: profile } = useProfile();
  useEffect(() => dropComingTrack, []);
  if (served.isError) {
    return (
      <div className="grid gap-8">
        <PageHeading>Review Queue</PageHeading>
        <Panel tone="wrong" title="The next track did not load">
          <div className="grid justify-items-start gap-4">
            <p>{failureText(served.error, loadFailure)}</p>
            <Button variant="quiet" onPress={() => served.refetch()} isPending={served.isFetching}>
              Retry
            </Button>
          </div>
        </Panel>
      </div>
    );
  }
  if (served.data === undefined || profile === undefined) return <QueueSkeleton />;
  if (served.data === null) {
    return (
      <Suspense fallback={<QueueSkeleton />}>
        <NothingWaits hasReviewed={hasMovedOn} refresh={served.refetch} isRefreshing={served.isFetching} />
      </Suspense>
    );
  }
  return (
    <ServedTrackReview
      key={served.data.trackId}
      track={served.data}
      listenerId={profile.userId}
      arrives={hasMovedOn || hasWaited}
      followsAnother={hasMovedOn && !hasWaited}
      onDone={moveOn}
      onLost={serveAgain}
    />
  );
}

const cannotBeServed = {
  title: 'That track cannot be reviewed now',
  body: 'You have reviewed it, it is your own, or it is gone. Here is what comes next.',
};

/** The query of the served track and the two ways on: to the next track, or to the same one again. */
function useQueue() {
  const { track: wanted } = useSearch({ from: '/app/review' });
  const navigate = useNavigate();
  const [hasMovedOn, setHasMovedOn] = useState(false);
  const [hasWaited, setHasWaited] = useState(false);
  const [hasLost, setHasLost] = useState(false);
  const served = useServedTrack(wanted);
  if (served.data === null && !hasWaited) setHasWaited(true);
  useEffect(() => {
    if (served.isError) toast({ title: 'Error', body: loadFailure, tone: 'wrong' });
  }, [served.isError]);

  const servedId = served.isPlaceholderData ? undefined : served.data?.trackId;
  const isAnother = wanted !== undefined && servedId !== undefined && servedId !== wanted && !hasLost;
  useEffect(() => {
    if (isAnother) toast(cannotBeServed);
  }, [isAnother]);

  const moveOn = async () => {
    setHasMovedOn(true);
    setHasWaited(false);
    if (wanted === undefined) await served.refetch();
    else await navigate({ to: '/app/review', search: {}, replace: true });
  };
  const serveAgain = async ({ trackId }: ServedTrack) => {
    setHasLost(true);
    if (wanted === trackId) await served.refetch();
    else await navigate({ to: '/app/review', search: { track: trackId }, replace: true });
  };
  return { served, hasMovedOn, hasWaited, moveOn, serveAgain };
}
