import { useQuery } from '@tanstack/react-query';
import { Link, useMatch, useParams } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import type { PublicArtist } from '#contract/music/discovery/discovery.ts';
import { useSession } from '#web/identity/session/session.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { nameWindow } from '#web/window-title.ts';
import { Artist } from './artist.tsx';
import { ArtistForEverybody } from './artist-for-everybody.tsx';
import { artistQuery } from './artist-queries.ts';
import { PageOfArtist } from './page-of-artist.tsx';

/** Only loaded for signed-in users. */
const ArtistForMember = lazyPart(
  async () => (await import('./artist-for-member.tsx')).ArtistForMember,
  MissingPart,
);

/** The page outside the application. The server renders the same for signed-out visitors (drawn-artist.tsx). */
export const PublicArtistPage = () => (
  <PageOfArtist>
    <ShownArtist />
  </PageOfArtist>
);

/** The page inside the application. */
export const ArtistPage = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
    <ShownArtist />
  </div>
);

function ShownArtist() {
  const { artistId = '' } = useParams({ strict: false });
  const { data: artist, isError } = useQuery(artistQuery(artistId));
  // This page's own path, even while another page is loading.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const name = artist?.displayName;
  useEffect(() => {
    if (name !== undefined) nameWindow(pathname, name);
  }, [pathname, name]);
  return (
    <>
      {artist !== undefined && <ArtistByRole artist={artist} />}
      {artist === undefined && !isError && <Skeleton className="h-96 w-full" label="Loading the artist" />}
      {artist === undefined && isError && <ArtistNotFound />}
    </>
  );
}

function ArtistByRole({ artist }: { artist: PublicArtist }) {
  const session = useSession();
  if (session.status === 'signedOut') return <ArtistForEverybody artist={artist} />;
  const asYet = <Artist artist={artist} canListen={false} follow={<FollowToBe />} />;
  if (session.status === 'restoring') return asYet;
  return (
    <Suspense fallback={asYet}>
      <ArtistForMember artist={artist} userId={session.user.id} />
    </Suspense>
  );
}

/** Reserves the button's space until the session is known. */
const FollowToBe = () => (
  <button type="button" disabled className={buttonStyle({ variant: 'quiet' })}>
    Follow
  </button>
);

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
