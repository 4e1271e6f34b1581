import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { genreLabel } from '#contract/business-rules.ts';
import type { PublicArtist, PublicTrack } from '#contract/discovery.ts';
import { product } from '#contract/product.ts';
import { useProfile } from '#web/accounts/profile-queries.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonStyle } from '#web/ui/button-style.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SwellType } from '#web/ui/swell-type.tsx';
import { artistQuery, artistTracksQuery } from './discovery-queries.ts';
import { FollowButton } from './follow-button.tsx';
import { TrackWall } from './track-wall.tsx';

/** The page of one artist, for everybody. */
export function ArtistPage() {
  const { artistId = '' } = useParams({ strict: false });
  const { data: artist, isError } = useQuery(artistQuery(artistId));
  useEffect(() => {
    if (artist !== undefined) document.title = `${artist.displayName} | ${product.name}`;
  }, [artist]);
  return (
    <div className="mx-auto grid w-full max-w-7xl gap-10 px-4 py-8 sm:px-8">
      {artist !== undefined && <Artist artist={artist} />}
      {artist === undefined && !isError && <Skeleton className="h-96 w-full" label="Loading the artist" />}
      {artist === undefined && isError && <ArtistNotFound />}
    </div>
  );
}

function Artist({ artist }: { artist: PublicArtist }) {
  const query = useInfiniteQuery(artistTracksQuery(artist.artistId));
  const canListen = useProfile().data?.userType === 'listener';
  const tracks = query.data?.pages.flatMap((page) => page.items);
  const top = tracks === undefined ? undefined : topTrack(tracks);
  return (
    <>
      <Hero artist={artist} top={top} canListen={canListen} />
      {artist.bio !== null && <p className="max-w-prose whitespace-pre-line text-lg">{artist.bio}</p>}
      {tracks === undefined && <Skeleton className="h-60 w-full" label="Loading tracks" />}
      {tracks?.length === 0 && (
        <EmptyState title="No tracks yet">Follow to hear of the first one.</EmptyState>
      )}
      {tracks !== undefined && tracks.length > 0 && (
        <TrackWall
          title="Discography"
          tracks={tracks}
          canListen={canListen}
          listenLabel="Listen & Review"
          isLarge
        />
      )}
      {query.hasNextPage && (
        <div>
          <Button variant="quiet" onPress={() => query.fetchNextPage()} isPending={query.isFetchingNextPage}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}

interface HeroProps {
  artist: PublicArtist;
  top: PublicTrack | undefined;
  canListen: boolean;
}

function Hero({ artist, top, canListen }: HeroProps) {
  const peaks = useMemo(() => trackPeaks(top?.peaks ?? null), [top?.peaks]);
  const { displayName, trackCount, totalPlays, averageRating, reviewCount, followerCount, genres } = artist;
  const facts = [
    counted(trackCount, 'track'),
    counted(totalPlays, 'play'),
    averageRating === null
      ? 'no reviews yet'
      : `${averageRating.toFixed(1)} stars from ${counted(reviewCount, 'review')}`,
    counted(followerCount, 'follower'),
  ];
  return (
    <header className="grid gap-6 border-b border-line pb-10">
      {artist.avatarUrl !== null && <Avatar name={displayName} url={artist.avatarUrl} size="huge" />}
      <SwellType as="h1" peaks={peaks} largest={6}>
        {displayName}
      </SwellType>
      <p className="tabular text-lg text-muted">{facts.join(' · ')}</p>
      {genres.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Genres">
          {genres.map((genre) => (
            <li key={genre}>
              <Badge variant="secondary">{genreLabel(genre)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {canListen && top !== undefined && (
          <Link to="/app/review" search={{ track: top.trackId }} className={buttonStyle({ size: 'large' })}>
            Play Top Track
          </Link>
        )}
        <FollowButton artistId={artist.artistId} name={displayName} />
      </div>
    </header>
  );
}

/** The most played. */
const topTrack = (tracks: readonly PublicTrack[]): PublicTrack | undefined =>
  tracks.toSorted((a, b) => b.playCount - a.playCount)[0];

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;

function ArtistNotFound() {
  return (
    <div className="grid justify-items-start gap-6">
      <PageHeading lead="Artist not found or profile is private.">Artist Not Found</PageHeading>
      <Link to="/app/discover" className={buttonStyle({ variant: 'quiet' })}>
        Back to Discover
      </Link>
    </div>
  );
}
