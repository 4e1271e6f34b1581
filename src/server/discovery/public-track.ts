import type { PublicTrack } from '#contract/discovery/discovery.ts';
import { publicCoverUrl } from '../tracks/cover-rules.ts';
import { averageRating, cardPeaks } from '../tracks/track-rules.ts';
import type { readPublicTracks } from './discovery-store.ts';

type Row = Awaited<ReturnType<typeof readPublicTracks.all>>[number];

/** A track's public fields. */
export const toPublicTrack = ({
  id,
  ratingSum,
  durationMs,
  peaks,
  coverKey,
  createdAt,
  ...same
}: Row): PublicTrack => ({
  ...same,
  trackId: id,
  avgRating: averageRating(ratingSum, same.reviewCount),
  durationSeconds: durationMs / 1000,
  peaks: cardPeaks(peaks),
  coverUrl: publicCoverUrl(coverKey),
  createdAt: createdAt.toISOString(),
});
