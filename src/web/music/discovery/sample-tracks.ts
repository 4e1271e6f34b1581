import type { Genre } from '#contract/business-rules.ts';
import type { PublicTrack } from '#contract/music/discovery/discovery.ts';

/** A track without plays and reviews. */
export const sampleTrack = (place: number, title: string, artistName: string, genre: Genre): PublicTrack => ({
  trackId: `00000000-0000-4000-8000-00000000000${place}`,
  title,
  genre,
  avgRating: null,
  reviewCount: 0,
  playCount: 0,
  peaks: null,
  coverUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  artistId: `00000000-0000-4000-8000-00000000000${place}`,
  artistName,
  isBlind: false,
});

/** Shown in Discover after a loading failure: three samples without links (specification 8, decisions 6). */
export const sampleTracks: readonly PublicTrack[] = [
  sampleTrack(1, 'Midnight Dreams', 'Sample Artist One', 'electronic'),
  sampleTrack(2, 'Summer Vibes', 'Sample Artist Two', 'pop'),
  sampleTrack(3, 'Urban Flow', 'Sample Artist Three', 'hip hop'),
];
