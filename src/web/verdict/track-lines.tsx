import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { genreLabel } from '#contract/business-rules.ts';
import type { OwnTrack } from '#contract/tracks.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import type { useOwnTracks } from '#web/tracks/track-queries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { GrooveRecord } from '#web/ui/music/groove-record.tsx';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';
import { lineSentence, type Staying } from './verdict-line.ts';
import { useVerdictLines } from './verdict-queries.ts';

/** One row for each own track: what listeners made of it, and the way to its page. */
export function TrackLines({ list }: { list: ReturnType<typeof useOwnTracks> }) {
  const tracks = list.data?.pages.flatMap((page) => page.items) ?? [];
  const lines = useVerdictLines(tracks.map(({ id }) => id)).data;
  return (
    <section aria-labelledby="choose-track" className="grid gap-4">
      <h2 id="choose-track" className="text-2xl">
        All tracks
      </h2>
      <ul className="border-b border-line">
        {tracks.map((track) => (
          <TrackLine key={track.id} track={track} staying={lines?.get(track.id)?.staying ?? null} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div>
          <Button
            variant="quiet"
            onPress={() => void list.fetchNextPage()}
            isPending={list.isFetchingNextPage}
          >
            Load more
          </Button>
        </div>
      )}
    </section>
  );
}

interface TrackLineProps {
  track: OwnTrack;
  staying: Staying | null;
}

const TrackLine = memo(function TrackLine({ track, staying }: TrackLineProps) {
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  return (
    <li className="border-t border-line">
      <Link
        to="/app/analytics"
        search={{ track: track.id }}
        className="group grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-4 lg:grid-cols-[3.5rem_minmax(0,1fr)_16rem_7rem]"
      >
        <span className={track.status !== 'active' ? 'opacity-40 grayscale' : ''}>
          <GrooveRecord id={track.id} peaks={peaks} />
        </span>
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold underline decoration-line decoration-1 underline-offset-4 group-hover:decoration-brass-mark">
              {track.title}
            </span>
            {track.status === 'deleted' && <Badge variant="deleted">deleted</Badge>}
            {track.status === 'taken_down' && <Badge variant="destructive">taken down</Badge>}
            <span className="text-sm text-muted">{genreLabel(track.genre)}</span>
          </span>
          <span className="text-muted">{lineSentence(track, staying)}</span>
        </span>
        <span className="hidden lg:block">
          <WaveformStrip peaks={peaks} />
        </span>
        <span className="tabular col-start-2 text-sm text-muted lg:col-start-auto lg:text-end">
          <span className="text-text">
            {track.reviewCount} of {track.reviewTarget}
          </span>
          <span className="lg:block">
            {' '}
            <TimeAgo date={track.createdAt} />
          </span>
        </span>
      </Link>
    </li>
  );
});
