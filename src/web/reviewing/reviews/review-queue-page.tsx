import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { Answer } from '#contract/call.ts';
import type { api } from '#contract/index.ts';
import type { WishRefusal } from '#contract/reviewing/listening/listening.ts';
import { type ApiRefusal, isRefusal } from '#web/calls/api-failures.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useProfile } from '#web/identity/profile/profile-queries.ts';
import { RequireRole } from '#web/identity/roles/require-role.tsx';
import { dropComingTrack } from '#web/reviewing/listening/coming-track.ts';
import { type NextReason, useServedTrack } from '#web/reviewing/listening/use-served-track.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { BoundMet } from './bound-met.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { QueueSkeleton } from './queue-skeleton.tsx';
import { ServedTrackReview } from './served-track-review.tsx';
import { SittingLine } from './sitting-line.tsx';
import { WaitingInLine } from './waiting-in-line.tsx';

const UnpaidTrack = lazyPart(async () => (await import('./unpaid-track.tsx')).UnpaidTrack, MissingPart);

export function ReviewQueuePage() {
  return (
    <RequireRole
      userType="listener"
      title="Listener Access Required"
      body="Only listeners can review tracks."
    >
      <div className="-mt-6 grid w-full max-w-275 grid-cols-[minmax(0,1fr)] md:gap-2">
        <SittingLine />
        <Queue />
      </div>
    </RequireRole>
  );
}

const loadFailure = 'Failed to load next track. Please try again.';
const aloneFailure = 'The previous version is gone, and the new one failed to load. Please try again.';

/** One track at a time: loading, a track, none, or a failure with Retry. */
function Queue() {
  const { served, nextFailed, versionFailed, hasMovedOn, hasWaited, ...acts } = useQueue();
  const { moveOn, refresh, next } = acts;
  const { data: profile } = useProfile();
  useEffect(() => dropComingTrack, []);
  if (isRefusal(served.error, 'tracks_opened')) return <TracksOpened refusal={served.error} />;
  // If a later request fails, keep the current page, unless the listener has finished with it.
  if (served.isError && (nextFailed || served.data === undefined)) {
    return (
      <div className="grid gap-8">
        <PageHeading>Review Queue</PageHeading>
        <Panel tone="wrong" title={`The ${versionFailed ? 'new version' : 'next track'} did not load`}>
          <div className="grid justify-items-start gap-4">
            <p>{failureText(served.error, versionFailed ? aloneFailure : loadFailure)}</p>
            <Button variant="quiet" onPress={() => served.refetch()} isPending={served.isFetching}>
              Retry
            </Button>
          </div>
        </Panel>
      </div>
    );
  }
  if (served.data === undefined || profile === undefined) return <QueueSkeleton />;
  const { track } = served.data;
  if (track === null) {
    return (
      <NoTrack
        answer={served.data}
        refresh={refresh}
        isRefreshing={served.isFetching}
        hasReviewed={hasMovedOn}
      />
    );
  }
  if (track.isUnpaid) {
    return (
      <Suspense fallback={<QueueSkeleton />}>
        <UnpaidTrack key={track.trackId} track={track} onDone={moveOn} />
      </Suspense>
    );
  }
  return (
    <ServedTrackReview
      key={`${track.trackId} ${track.comparison === null ? 'alone' : 'compared'}`}
      track={track}
      listenerId={profile.userId}
      arrival={hasWaited ? 'waited' : hasMovedOn ? 'followed' : 'first'}
      onNext={next}
    />
  );
}

interface NoTrackProps {
  answer: Answer<typeof api.listening.nextTrack>;
  refresh: () => Promise<void>;
  isRefreshing: boolean;
  hasReviewed: boolean;
}

/** No track: a daily limit is reached, the listener is on the waiting list, or none is available. */
function NoTrack({ answer: { bound, waiting, empty }, ...refreshed }: NoTrackProps) {
  return (
    <>
      {bound !== null && <BoundMet bound={bound} />}
      {waiting !== null && <WaitingInLine waiting={waiting} />}
      {empty !== null && <NothingWaits empty={empty} {...refreshed} />}
    </>
  );
}

/** The limit on opened tracks: which, when it ends, and how to continue before. */
function TracksOpened({ refusal }: { refusal: ApiRefusal }) {
  const { lastTrackId } = refusal.details;
  return (
    <div className="grid gap-8">
      <PageHeading>Review Queue</PageHeading>
      <Panel tone="act" title="Review a track to continue">
        <div className="grid justify-items-start gap-4">
          <p>{refusal.message}</p>
          {typeof lastTrackId === 'string' && (
            <Link to="/app/review" search={{ track: lastTrackId }} className={buttonStyle()}>
              Review the last one
            </Link>
          )}
        </div>
      </Panel>
    </div>
  );
}

const anotherComes = 'Here’s the next one.';
/** Why the chosen track is not the one served. */
const wishRefusals: Readonly<Record<WishRefusal, string>> = {
  already_reviewed: `You already reviewed it. ${anotherComes}`,
  own_track: `It’s your own track. ${anotherComes}`,
  heard_by_link: `You or an account of yours heard it by a private link. ${anotherComes}`,
  track_gone: `It’s gone. ${anotherComes}`,
  all_reviews: `This track has all its reviews. ${anotherComes}`,
  not_open: `This track isn’t open for reviews right now. ${anotherComes}`,
  artist_this_month: `You chose a track of this artist this month. ${anotherComes}`,
  wishes_a_day: `You’ve chosen as many tracks as you can in a day. ${anotherComes}`,
  blind: `This track is for blind listening: you may get it later, without its name. ${anotherComes}`,
  reviews_a_day: 'You’ve sent as many reviews as you can in 24 hours.',
};

const isFailure = (error: Error | null) => error !== null && !isRefusal(error, 'tracks_opened');
const tellFailure = (body: string) => toast({ title: 'Error', body, tone: 'wrong' });

/** The query of the served track, with actions for the next track and for the same one again. */
function useQueue() {
  const { track: wanted } = useSearch({ from: '/app/review' });
  const navigate = useNavigate();
  const [hasMovedOn, setHasMovedOn] = useState(false);
  const [hasWaited, setHasWaited] = useState(false);
  const [hasLost, setHasLost] = useState(false);
  const served = useServedTrack(wanted);
  const [overSince, setOverSince] = useState<number>();
  const [aloneSince, setAloneSince] = useState<number>();
  // A failure of before stays in the query while it asks again.
  const hasFailedSince = (at: number | undefined) =>
    at !== undefined && served.dataUpdatedAt <= at && served.errorUpdatedAt >= at;
  const nextFailed = hasFailedSince(overSince);
  const versionFailed = hasFailedSince(aloneSince);
  if (served.data?.track === null && !hasWaited) setHasWaited(true);
  const hasFailed = isFailure(served.error);
  useEffect(() => {
    if (hasFailed) tellFailure(versionFailed ? aloneFailure : loadFailure);
  }, [hasFailed, versionFailed]);
  const refresh = async () => {
    const { error } = await served.refetch();
    // The first failure is shown on the page; later ones answer a press on Retry with a toast.
    if (hasFailed && isFailure(error)) tellFailure(loadFailure);
  };

  const refusedWish = served.isPlaceholderData || hasLost ? undefined : served.data?.refusedWish;
  useEffect(() => {
    if (refusedWish) toast({ title: 'You can’t review that track now', body: wishRefusals[refusedWish] });
  }, [refusedWish]);

  const moveOn = async () => {
    setHasMovedOn(true);
    setOverSince(Date.now());
    setHasWaited(false);
    if (wanted === undefined) await served.refetch();
    else await navigate({ to: '/app/review', search: {}, replace: true, ignoreBlocker: true });
  };
  const serveAlone = async () => {
    setAloneSince(Date.now());
    setOverSince(Date.now());
    await served.refetch();
  };
  const serveAgain = async () => {
    const trackId = served.data?.track?.trackId;
    setHasLost(true);
    setOverSince(Date.now());
    if (trackId === undefined || wanted === trackId) await served.refetch();
    else
      await navigate({ to: '/app/review', search: { track: trackId }, replace: true, ignoreBlocker: true });
  };
  const queries = useQueryClient();
  const next = async (reason: NextReason) => {
    if (reason === 'done') return moveOn();
    if (reason === 'alone') return serveAlone();
    if (reason === 'lost') return serveAgain();
    if (reason === 'asked') return void (await served.refetch());
    queries.setQueryData<Answer<typeof api.listening.nextTrack>>(
      queryKeys.queue.wanted(wanted ?? null),
      (known) => known && { ...known, track: reason.chosen },
    );
  };
  const acts = { moveOn, refresh, next };
  return { served, nextFailed, versionFailed, hasMovedOn, hasWaited, ...acts };
}
