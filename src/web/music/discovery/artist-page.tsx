import { useQuery } from '@tanstack/react-query';
import { Link, useMatch, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { PublicArtist } from '#contract/music/discovery/discovery.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { useProfileMatches } from '#web/identity/profile/profile-queries.ts';
import { useSession } from '#web/identity/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { nameWindow } from '#web/window-title.ts';
import { Artist, ArtistForEverybody, PageOfArtist } from './artist.tsx';
import { artistQuery, useChangeFollow, useFollow } from './discovery-queries.ts';

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
  if (session.status === 'restoring')
    return <Artist artist={artist} canListen={false} follow={<FollowToBe />} />;
  return <ArtistForMember artist={artist} userId={session.user.id} />;
}

/** An artist's page for signed-in users: listeners can listen, and others' artists can be followed. */
function ArtistForMember({ artist, userId }: { artist: PublicArtist; userId: string }) {
  const canListen = useProfileMatches('listener');
  const { artistId, displayName, isPrivate } = artist;
  return (
    <Artist
      artist={artist}
      canListen={canListen}
      follow={
        artistId === userId ? (
          <EditProfile />
        ) : (
          !isPrivate && <FollowButton artistId={artistId} name={displayName} />
        )
      }
    />
  );
}

/** On the user's own page. */
const EditProfile = () => (
  <Link to="/app/profile" className={buttonStyle({ variant: 'quiet' })}>
    Edit Profile
  </Link>
);

/** Follows or unfollows the artist. */
export function FollowButton({ artistId, name }: { artistId: string; name: string }) {
  const follow = useFollow(artistId).data;
  const change = useChangeFollow(artistId);
  const isFollowing = follow?.following === true;
  const toggle = () =>
    change.mutate(!isFollowing, {
      onSuccess: ({ following }) =>
        toast(
          following
            ? { title: `You follow ${name}`, body: 'We’ll email you about new tracks.' }
            : { title: `You no longer follow ${name}` },
        ),
      onError: (error) =>
        toast(toastFor(error, { title: isFollowing ? 'Unfollow failed' : 'Follow failed' })),
    });
  return (
    <Button
      variant="quiet"
      onPress={toggle}
      isPending={change.isPending}
      isDisabled={follow === undefined}
      aria-label={isFollowing ? `Following ${name}, press to unfollow` : `Follow ${name}`}
    >
      {isFollowing ? 'Following' : 'Follow'}
    </Button>
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
