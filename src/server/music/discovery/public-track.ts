import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { publicCoverUrl } from '../tracks/cover-rules.ts';
import { averageRating, cardPeaks } from '../tracks/track-rules.ts';
import type { readPublicTracks } from './discovery-store.ts';

type Row = Awaited<ReturnType<typeof readPublicTracks.all>>[number];

/** A track's public fields. Nothing of them may identify a blind track to those who hear it, so there is no length. */
export const toPublicTrack = ({ id, ratingSum, peaks, coverKey, createdAt, ...same }: Row): PublicTrack => ({
  ...same,
  trackId: id,
  avgRating: averageRating(ratingSum, same.reviewCount),
  peaks: same.isBlind ? null : cardPeaks(peaks),
  coverUrl: publicCoverUrl(coverKey),
  createdAt: createdAt.toISOString(),
});
