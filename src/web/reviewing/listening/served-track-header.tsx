import { queueGenre } from '#contract/business-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { SwellType } from '#web/ui/music/swell-type.tsx';
import { TrackCover } from '#web/ui/music/track-cover.tsx';

export interface ServedTrackHeaderProps {
  track: ServedTrack;
  peaks: Peaks;
  isPlaying: boolean;
}

/** The served track: the record, the artist, genre, title and description. */
export function ServedTrackHeader({ track, peaks, isPlaying }: ServedTrackHeaderProps) {
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-3 md:gap-y-5 md:grid-cols-[minmax(0,min(18.75rem,40%))_minmax(0,1fr)] md:gap-x-8">
      <div className="w-20 md:row-span-2 md:w-full">
        <TrackCover
          id={track.trackId}
          coverUrl={track.coverUrl}
          peaks={peaks}
          isPlaying={isPlaying}
          ring="Unreleased · For your ears ·"
        />
      </div>
      <p className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-3 text-lg text-muted md:flex md:flex-wrap md:self-end">
        {track.artistName !== null && (
          <>
            <span className="min-w-0">{track.artistName}</span>
            <span aria-hidden className="text-rest max-md:hidden">
              /
            </span>
          </>
        )}
        <span>{queueGenre(track.genre)}</span>
      </p>
      <div className="col-span-2 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 md:col-span-1 md:self-start">
        <SwellType as="h1" peaks={peaks} smallest={1.25} lines={2}>
          {track.title}
        </SwellType>
        {track.isBlind && (
          <p className="max-w-prose text-muted">
            The artist wants you to hear this without knowing whose it is.
            {!track.isUnpaid && ' You’ll find out once you send your review.'}
          </p>
        )}
        {track.comparison?.choice === null && (
          <p className="max-w-prose text-muted">
            There’s a new version of this track you reviewed. Hear both without knowing which is which, and
            say which you prefer.
          </p>
        )}
        {track.description !== null && (
          <p dir="auto" className="max-w-prose whitespace-pre-line text-muted">
            {track.description}
          </p>
        )}
      </div>
    </header>
  );
}
