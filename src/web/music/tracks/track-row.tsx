import { Link } from '@tanstack/react-router';
import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { memo, useMemo } from 'react';
import { trackKind } from '#contract/business-rules.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { TakenDown } from '#web/reporting/taken-down.tsx';
import { trackPeaks } from '#web/track-peaks.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { PlayButton } from '#web/ui/controls/play-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { currentTime } from '#web/ui/display/current-time.ts';
import { formatDuration } from '#web/ui/display/duration.ts';
import { ratingText, Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { TrackCover } from '#web/ui/music/track-cover.tsx';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';
import { analysisPollMilliseconds } from './analysis-poll.ts';
import { openAudio } from './open-audio.ts';
import { ReviewsSaid, TrackReviews } from './track-reviews.tsx';
import type { TrackPlayback } from './use-track-playback.ts';

export interface TrackRowProps {
  track: OwnTrack;
  /** Null for every track except the one playing or paused. */
  playback: TrackPlayback | null;
  onToggle: (trackId: string) => void;
  onEdit: (track: OwnTrack) => void;
  onDelete: (track: OwnTrack) => void;
}

/**
 * One of the user's tracks. A deleted one is dimmed, without actions; one taken down says why. Memoized, because lists
 * may have hundreds.
 */
export const TrackRow = memo(function TrackRow(props: TrackRowProps) {
  const { track, playback, onToggle, onEdit, onDelete } = props;
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  const isDeleted = track.status === 'deleted';
  const isDown = track.status === 'taken_down';
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5 gap-y-3 border-t border-line py-5 lg:grid-cols-[6rem_minmax(0,1fr)_minmax(0,22rem)]">
      <div className={isDeleted || isDown ? 'opacity-40 grayscale' : ''}>
        <TrackCover
          id={track.id}
          coverUrl={track.coverUrl}
          peaks={peaks}
          isPlaying={playback?.isPlaying === true}
        />
      </div>
      <TrackFacts track={track} isDeleted={isDeleted} />
      {!isDeleted && (
        <div className="col-span-2 grid content-center gap-2 lg:col-span-1">
          {!isDown && <RowPlayer track={track} peaks={peaks} playback={playback} onToggle={onToggle} />}
          <div className="flex items-center justify-between gap-4">
            <div className="flex flex-wrap gap-x-5">
              <Link to="/app/analytics" search={{ track: track.id }} className={`${linkStyle} py-2.5`}>
                Analytics
              </Link>
              {!isDown && (
                <Link to="/app/upload" search={{ newVersionOf: track.id }} className={`${linkStyle} py-2.5`}>
                  New version
                </Link>
              )}
            </div>
            <div className="flex items-center">
              {!isDown && (
                <>
                  <IconButton
                    label={`Open the audio of ${track.title} in a new tab`}
                    onPress={() => void openAudio(track.id)}
                  >
                    <ExternalLink aria-hidden size={20} strokeWidth={1.75} />
                  </IconButton>
                  <IconButton label={`Edit ${track.title}`} onPress={() => onEdit(track)}>
                    <Pencil aria-hidden size={20} strokeWidth={1.75} />
                  </IconButton>
                </>
              )}
              <IconButton label={`Delete ${track.title}`} onPress={() => onDelete(track)}>
                <Trash2 aria-hidden size={20} strokeWidth={1.75} />
              </IconButton>
            </div>
          </div>
        </div>
      )}
    </li>
  );
});

const badges = {
  active: { text: 'active', variant: 'quiet' },
  deleted: { text: 'deleted', variant: 'deleted' },
  taken_down: { text: 'taken down', variant: 'destructive' },
} as const;

function TrackFacts({ track, isDeleted }: { track: OwnTrack; isDeleted: boolean }) {
  return (
    <div className="grid min-w-0 content-center gap-1.5">
      <h2 className={`min-w-0 text-2xl ${isDeleted ? 'text-muted' : ''}`}>{track.title}</h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-sm text-muted">
          {trackKind(track)} · <TimeAgo date={track.createdAt} />
          {track.isBlind && ' · heard blind'}
        </p>
        {track.version > 1 && <Badge variant="quiet">V{track.version}</Badge>}
        <Badge variant={badges[track.status].variant}>{badges[track.status].text}</Badge>
      </div>
      {track.description !== null && (
        <p className="line-clamp-2 max-w-prose text-sm text-muted">{track.description}</p>
      )}
      <TrackRating track={track} />
      {!isDeleted && <TrackReviews track={track} />}
      {track.takedown !== null && <TakenDown takedown={track.takedown} />}
    </div>
  );
}

function RowPlayer({
  track,
  peaks,
  playback,
  onToggle,
}: Pick<TrackRowProps, 'track' | 'playback' | 'onToggle'> & { peaks: Peaks }) {
  const isPlaying = playback?.isPlaying === true;
  const progress =
    playback !== null && track.durationSeconds > 0 ? playback.position / track.durationSeconds : 0;
  return (
    <div className="flex items-center gap-4">
      <PlayButton
        size="small"
        label={`${isPlaying ? 'Pause' : 'Play'} ${track.title}`}
        isPlaying={isPlaying}
        isPending={playback?.isLoading === true}
        onPress={() => onToggle(track.id)}
      />
      <div className="min-w-0 grow">
        {analysisPollMilliseconds([track], currentTime()) !== false ? (
          <p className="text-sm text-muted">Drawing the waveform…</p>
        ) : (
          <WaveformStrip peaks={peaks} progress={progress} />
        )}
      </div>
      <span className="tabular text-sm text-muted">{formatDuration(track.durationSeconds)}</span>
    </div>
  );
}

/** The stars, if there are reviews, and the number of reviews with their pace. */
function TrackRating({ track }: { track: OwnTrack }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {track.averageRating !== null && (
        <Stars
          value={track.averageRating}
          label={ratingText(track.averageRating, track.reviewCount, { one: 'review', many: 'reviews' })}
        >
          {track.averageRating.toFixed(1)}
        </Stars>
      )}
      <ReviewsSaid track={track} />
    </p>
  );
}
