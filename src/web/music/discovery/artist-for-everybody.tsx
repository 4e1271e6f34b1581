import { Link } from '@tanstack/react-router';
import type { PublicArtist } from '#contract/music/discovery/discovery.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Artist } from './artist.tsx';

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
