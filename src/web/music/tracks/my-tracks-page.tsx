import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { RequireRole } from '#web/identity/roles/require-role.tsx';
import { LoadFailure } from '#web/load-failure.tsx';
import { BalanceLine } from '#web/plans/balance/balance-line.tsx';
import { useReviewBalance } from '#web/plans/balance/balance-queries.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useOwnTracks } from './track-queries.ts';
import { TrackRow } from './track-row.tsx';
import { useTrackPlayback } from './use-track-playback.ts';

// Dialogs are loaded on demand.
const EditTrack = lazyPart(async () => (await import('./edit-track.tsx')).EditTrack, MissingPart);
const DeleteTrack = lazyPart(async () => (await import('./delete-track.tsx')).DeleteTrack, MissingPart);

export function MyTracksPage() {
  return (
    <RequireRole
      userType="artist"
      title="Artist Access Required"
      body="Only artists can access track management."
    >
      <div className="grid w-full max-w-275 gap-8">
        <PageHeading actions={<UploadLink />}>My Tracks</PageHeading>
        <Balance />
        <MyTracks />
      </div>
    </RequireRole>
  );
}

/** Not before the first track: its upload brings reviews by itself. */
function Balance() {
  const isEmpty = useOwnTracks().data?.pages[0]?.items.length === 0;
  const hasReviews = (useReviewBalance().data?.lots.length ?? 0) > 0;
  return isEmpty && !hasReviews ? null : <BalanceLine />;
}

/** Quiet while the page itself suggests uploading the first track. */
function UploadLink() {
  const isEmpty = useOwnTracks().data?.pages[0]?.items.length === 0;
  return (
    <Link to="/app/upload" className={buttonStyle({ variant: isEmpty ? 'quiet' : 'act' })}>
      Upload
    </Link>
  );
}

function MyTracks() {
  const query = useOwnTracks();
  const tracks = query.data?.pages.flatMap((page) => page.items);
  useEffect(() => {
    if (query.isError) toast(toastFor(query.error, { title: 'Error loading tracks' }));
  }, [query.isError, query.error]);

  if (tracks === undefined && query.isError) {
    return (
      <LoadFailure
        title="Error loading tracks"
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {failureText(query.error)}
      </LoadFailure>
    );
  }
  if (tracks === undefined) return <TracksSkeleton />;
  if (tracks.length === 0) return <NoTracks />;
  return (
    <div className="grid justify-items-start gap-6">
      <TrackList tracks={tracks} />
      {query.hasNextPage && (
        <LoadMore isLoading={query.isFetchingNextPage} onPress={() => query.fetchNextPage()} />
      )}
    </div>
  );
}

function TrackList({ tracks }: { tracks: readonly OwnTrack[] }) {
  const playback = useTrackPlayback();
  const [edited, setEdited] = useState<OwnTrack | null>(null);
  const [doomed, setDoomed] = useState<OwnTrack | null>(null);
  return (
    <>
      <ul className="w-full border-b border-line">
        {tracks.map((track) => (
          <TrackRow
            key={track.id}
            track={track}
            playback={playback.trackId === track.id ? playback : null}
            onToggle={playback.toggle}
            onEdit={setEdited}
            onDelete={setDoomed}
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        {edited !== null && (
          <EditTrack
            key={edited.id}
            track={edited}
            close={() => setEdited((now) => (now === edited ? null : now))}
          />
        )}
        {doomed !== null && (
          <DeleteTrack
            track={doomed}
            close={() => setDoomed(null)}
            onDeleted={({ id }) => {
              if (playback.trackId === id) playback.stop();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function NoTracks() {
  return (
    <EmptyState
      title="No tracks yet"
      action={
        <Link to="/app/upload" className={buttonStyle({})}>
          Upload your first track
        </Link>
      }
    >
      Upload an unreleased MP3. Listeners hear at least a minute of it and write what they think.
    </EmptyState>
  );
}

function TracksSkeleton() {
  return (
    <div className="grid gap-6">
      {[0, 1, 2].map((row) => (
        <div key={row} className="grid grid-cols-[4.5rem_1fr] gap-5 lg:grid-cols-[6rem_1fr]">
          <Skeleton
            className="aspect-square rounded-full"
            {...(row === 0 ? { label: 'Loading tracks' } : {})}
          />
          <Skeleton className="h-20 w-full" />
        </div>
      ))}
    </div>
  );
}
