import type { PublicArtist } from '#contract/discovery.ts';
import { useProfile } from '#web/accounts/profile-queries.ts';
import { Artist } from './artist.tsx';
import { FollowButton } from './follow-button.tsx';

/** An artist's page for whoever is signed in: listeners listen, and everybody else's page can be followed. */
export function ArtistForMember({ artist, userId }: { artist: PublicArtist; userId: string }) {
  const canListen = useProfile().data?.userType === 'listener';
  const { artistId, displayName, isPrivate } = artist;
  const canFollow = artistId !== userId && !isPrivate;
  return (
    <Artist
      artist={artist}
      canListen={canListen}
      follow={canFollow && <FollowButton artistId={artistId} name={displayName} />}
    />
  );
}
