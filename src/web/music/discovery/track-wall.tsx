import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mostTracksAsked } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { closeMenusOnPress } from '#web/ui/controls/close-menus.ts';
import { TrackCard, type TrackCardProps } from './track-card.tsx';

interface TrackWallProps extends Omit<TrackCardProps, 'track' | 'isReviewed'> {
  title: string;
  tracks: readonly PublicTrack[];
}

/** Tracks under a heading: a row of a few, or a list. */
export function TrackWall({ title, tracks, isLarge = false, ...card }: TrackWallProps) {
  const reviewed = useReviewedTracks(tracks, card.canListen);
  useEffect(closeMenusOnPress, []);
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-3xl">{title}</h2>
      <ul className={`grid gap-3 ${isLarge ? 'lg:grid-cols-3' : 'md:grid-cols-2'}`}>
        {tracks.map((track) => (
          <li key={track.trackId} className="grid min-w-0">
            <TrackCard track={track} isLarge={isLarge} isReviewed={reviewed.has(track.trackId)} {...card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which of these tracks the signed-in listener has reviewed; empty until known. */
function useReviewedTracks(tracks: readonly { trackId: string }[], isListener: boolean): Set<string> {
  const trackIds = tracks.slice(0, mostTracksAsked).map(({ trackId }) => trackId);
  const { data } = useQuery({
    queryKey: queryKeys.reviews.reviewed(trackIds),
    queryFn: ({ signal }) => callApi(api.reviews.listReviewedTracks, { body: { trackIds } }, { signal }),
    enabled: isListener && trackIds.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Set(data?.trackIds);
}
