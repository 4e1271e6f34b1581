import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { requiredListeningSeconds, trackKind } from '#contract/business-rules.ts';
import type { VerdictLine } from '#contract/insight/verdict/verdict.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { reviewsOfPlaces } from '#web/music/tracks/review-places.ts';
import type { useOwnTracks } from '#web/music/tracks/track-queries.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { TrackCover } from '#web/ui/music/track-cover.tsx';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';
import { shades } from './moment-looks.ts';
import { pieceTones } from './piece-tones.ts';
import { linePieces } from './verdict-line.ts';

interface TrackLinesProps {
  list: ReturnType<typeof useOwnTracks>;
  tracks: readonly OwnTrack[];
  /** Undefined if they could not be loaded. */
  lines: ReadonlyMap<string, VerdictLine> | undefined;
}

/** One row per track of the user: its verdict in a line, linked to its page. */
export function TrackLines({ list, tracks, lines }: TrackLinesProps) {
  return (
    <section aria-labelledby="choose-track" className="grid gap-4">
      <h2 id="choose-track" className="text-2xl">
        All tracks
      </h2>
      <ul className="border-b border-line">
        {tracks.map((track) => (
          <TrackLine key={track.id} track={track} line={lines?.get(track.id)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore isLoading={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()} />
      )}
    </section>
  );
}

interface TrackLineProps {
  track: OwnTrack;
  /** Undefined while it loads. */
  line: VerdictLine | undefined;
}

const TrackLine = memo(function TrackLine({ track, line }: TrackLineProps) {
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  return (
    <li className="border-t border-line">
      <Link
        to="/app/analytics"
        search={{ track: track.id }}
        className="group grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 py-4 hover:bg-panel lg:grid-cols-[3.5rem_minmax(0,1fr)_22rem_8.5rem] lg:gap-x-6"
      >
        <span className={track.status !== 'active' ? 'opacity-40 grayscale' : ''}>
          <TrackCover id={track.id} coverUrl={track.coverUrl} peaks={peaks} />
        </span>
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span className="min-w-0 font-semibold wrap-anywhere underline decoration-line decoration-1 underline-offset-4 group-hover:decoration-brass-mark">
              {track.title}
            </span>
            {track.status === 'deleted' && <Badge variant="deleted">deleted</Badge>}
            {track.status === 'taken_down' && <Badge variant="destructive">taken down</Badge>}
            <span className="text-muted">{trackKind(track)}</span>
          </span>
          <span className="text-lg leading-snug font-semibold">
            {linePieces(track, line).map(({ text, tone }) => (
              <span key={text} className={tone === undefined ? '' : pieceTones[tone]}>
                {text}
              </span>
            ))}
          </span>
        </span>
        <SmallPicture track={track} peaks={peaks} clusters={line?.clusters ?? []} />
        <span className="tabular col-span-2 text-sm text-muted lg:col-span-1 lg:text-end">
          <span className="text-text">{reviewsOfPlaces(track)} reviews</span>
          <span className="ms-3 lg:ms-0 lg:block">{playsText(track.playCount)}</span>
          <span className="ms-3 lg:ms-0 lg:block">
            <TimeAgo date={track.createdAt} />
          </span>
        </span>
      </Link>
    </li>
  );
});

const playsText = (plays: number): string =>
  `${plays.toLocaleString('en-US')} ${plays === 1 ? 'play' : 'plays'}`;

interface SmallPictureProps {
  track: OwnTrack;
  peaks: Peaks;
  clusters: VerdictLine['clusters'];
}

/**
 * The waveform with the moments that stand out and the end of the paid minute. The sentence describes the strongest.
 */
function SmallPicture({ track: { durationSeconds }, peaks, clusters }: SmallPictureProps) {
  const place = (second: number) => `${Math.min(100, (second / durationSeconds) * 100)}%`;
  return (
    <span aria-hidden className="relative col-span-2 block lg:col-span-1">
      <WaveformStrip peaks={peaks} height={40} />
      {clusters.map(({ kind, from, to }) => (
        <span
          key={`${kind} ${from}`}
          className="absolute inset-y-0"
          style={{ left: place(from), width: place(to - from) }}
        >
          <span className={`absolute inset-0 opacity-30 ${shades[kind].fill}`} />
          <span className={`absolute inset-x-0 top-0 h-0.5 ${shades[kind].fill}`} />
        </span>
      ))}
      {durationSeconds > requiredListeningSeconds && (
        <span className="absolute inset-y-0 w-px bg-mint" style={{ left: place(requiredListeningSeconds) }} />
      )}
    </span>
  );
}
