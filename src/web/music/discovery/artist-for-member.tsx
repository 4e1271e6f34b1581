import { Link } from '@tanstack/react-router';
import type { PublicArtist } from '#contract/music/discovery/discovery.ts';
import { useProfile } from '#web/identity/profile/profile-queries.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Artist } from './artist.tsx';
import { FollowButton } from './follow-button.tsx';

/** An artist's page for signed-in users: listeners can listen, and others' artists can be followed. */
export function ArtistForMember({ artist, userId }: { artist: PublicArtist; userId: string }) {
  const canListen = useProfile().data?.userType === 'listener';
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
