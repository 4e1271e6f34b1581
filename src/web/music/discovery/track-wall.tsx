import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { TrackCard, type TrackCardProps } from './track-card.tsx';
import { useReviewedTracks } from './use-reviewed-tracks.ts';

interface TrackWallProps extends Omit<TrackCardProps, 'track' | 'isReviewed'> {
  title: string;
  tracks: readonly PublicTrack[];
}

/** Tracks in a grid under a heading. */
export function TrackWall({ title, tracks, isLarge = false, ...card }: TrackWallProps) {
  const reviewed = useReviewedTracks(tracks, card.canListen);
  const columns = isLarge ? 'sm:grid-cols-3' : 'grid-cols-2 md:grid-cols-3 xl:grid-cols-6';
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-3xl">{title}</h2>
      <ul className={`grid gap-4 ${columns}`}>
        {tracks.map((track) => (
          <li key={track.trackId} className="grid min-w-0">
            <TrackCard track={track} isLarge={isLarge} isReviewed={reviewed.has(track.trackId)} {...card} />
          </li>
        ))}
      </ul>
    </section>
  );
}
