import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { genreLabel } from '#contract/business-rules.ts';
import type { PublicArtist, PublicTrack } from '#contract/music/discovery/discovery.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { useNewRows } from '#web/ui/controls/use-new-rows.ts';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { SwellType } from '#web/ui/music/swell-type.tsx';
import { artistTracksQuery } from './discovery-queries.ts';
import { TrackWall } from './track-wall.tsx';
import { takeWishForMore } from './wish-for-more.ts';

interface ArtistProps {
  artist: PublicArtist;
  canListen: boolean;
  /** As rendered by the server, without a session. */
  isForEverybody?: boolean;
  /** The follow button, or what replaces it. */
  follow: ReactNode;
}

/** An artist's name, figures, bio and discography. */
export function Artist({ artist, canListen, isForEverybody = false, follow }: ArtistProps) {
  const query = useInfiniteQuery(artistTracksQuery(artist.artistId));
  const { fetchNextPage } = query;
  useEffect(() => {
    if (takeWishForMore()) void fetchNextPage();
  }, [fetchNextPage]);
  const tracks = query.data?.pages.flatMap((page) => page.items);
  const top = tracks?.find(({ trackId }) => trackId === artist.topTrackId) ?? tracks?.[0];
  return (
    <>
      {artist.isPrivate && (
        <p role="note" className="border-s-4 border-brass-mark bg-panel px-4 py-3">
          This profile is private. Only the artist and admins can see this page.
        </p>
      )}
      <Hero artist={artist} top={top} canListen={canListen} follow={follow} />
      {artist.bio !== null && (
        <p dir="auto" className="max-w-prose whitespace-pre-line text-lg">
          {artist.bio}
        </p>
      )}
      {tracks === undefined && !query.isError && <Skeleton className="h-60 w-full" label="Loading tracks" />}
      {tracks === undefined && query.isError && (
        <EmptyState
          title="The tracks did not load"
          action={
            <PlainButton onClick={() => void query.refetch()} isBusy={query.isFetching}>
              Retry
            </PlainButton>
          }
        />
      )}
      {tracks?.length === 0 && (
        <EmptyState title="No tracks yet">The first one appears here, and followers get an email.</EmptyState>
      )}
      {tracks !== undefined && tracks.length > 0 && (
        <TrackWall
          title="Discography"
          tracks={tracks}
          canListen={canListen}
          listenLabel="Listen & Review"
          showsArtist={false}
          isForEverybody={isForEverybody}
          isLarge
        />
      )}
      {query.hasNextPage && (
        <MoreTracks isBusy={query.isFetchingNextPage} onClick={() => void fetchNextPage()} />
      )}
    </>
  );
}

interface PlainButtonProps {
  onClick: () => void;
  isBusy: boolean;
  children: ReactNode;
}

/** A native button, because the kit's one is too large for this page's size limit. */
function PlainButton({ onClick, isBusy, children }: PlainButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) onClick();
      }}
      className={buttonStyle({ variant: 'quiet' })}
    >
      {children}
    </button>
  );
}

function MoreTracks({ isBusy, onClick }: Pick<PlainButtonProps, 'isBusy' | 'onClick'>) {
  const rows = useNewRows(isBusy);
  const press = () => {
    rows.expect();
    onClick();
  };
  return (
    <div ref={rows.place}>
      <PlainButton onClick={press} isBusy={isBusy}>
        Load more
      </PlainButton>
    </div>
  );
}

interface HeroProps extends ArtistProps {
  /** The track whose level widens the letters of the name. */
  top: PublicTrack | undefined;
}

function Hero({ artist, top, canListen, follow }: HeroProps) {
  const peaks = useMemo(() => trackPeaks(top?.peaks ?? null), [top?.peaks]);
  const {
    displayName,
    trackCount,
    topTrackId,
    totalPlays,
    averageRating,
    reviewCount,
    followerCount,
    genres,
  } = artist;
  const facts = [
    ...counted(trackCount, 'track'),
    ...counted(totalPlays, 'play'),
    ...(averageRating === null
      ? []
      : counted(reviewCount, 'review').map((reviews) => `${averageRating.toFixed(1)} stars from ${reviews}`)),
    ...counted(followerCount, 'follower'),
  ];
  return (
    <header className="grid gap-6 border-b border-line pb-10">
      {artist.avatarUrl !== null && <Avatar name={displayName} url={artist.avatarUrl} size="huge" />}
      <SwellType as="h1" peaks={peaks} largest={6}>
        {displayName}
      </SwellType>
      {facts.length > 0 && <p className="tabular text-lg text-muted">{facts.join(' · ')}</p>}
      {genres.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Genres">
          {genres.map((genre) => (
            <li key={genre}>
              <Badge variant="muted">{genreLabel(genre)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {canListen && topTrackId !== null && (
          <Link to="/app/review" search={{ track: topTrackId }} className={buttonStyle({ size: 'large' })}>
            Play Top Track
          </Link>
        )}
        {follow}
      </div>
    </header>
  );
}

/** Number and noun with a non-breaking space; empty for zero. */
const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en-US')}\u00A0${count === 1 ? one : `${one}s`}`];

/** An artist's page for signed-out visitors, with a link to sign in to follow. */
export const ArtistForEverybody = ({ artist }: { artist: PublicArtist }) => (
  <Artist
    artist={artist}
    canListen={false}
    isForEverybody
    follow={
      <Link
        to="/auth"
        search={{ next: `/artist/${artist.artistId}` }}
        className={buttonStyle({ variant: 'quiet' })}
      >
        Follow
      </Link>
    }
  />
);

/** The page's padding outside the application, whose frame has none. */
export const PageOfArtist = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-7xl px-4 py-8 sm:px-12">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">{children}</div>
  </div>
);
