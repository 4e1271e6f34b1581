import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { trackKind } from '#contract/business-rules.ts';
import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { useSession } from '#web/identity/session/session.ts';
import { ReportButton } from '#web/reporting/report-button.tsx';
import { trackPeaks } from '#web/track-peaks.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { ratingText, Stars } from '#web/ui/display/stars.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { TrackCover } from '#web/ui/music/track-cover.tsx';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';
import { ReportLink, ReportPlace } from './report-link.tsx';

export interface TrackCardProps {
  track: PublicTrack;
  canListen: boolean;
  /** Already reviewed by this listener, so it cannot be served to them again. */
  isReviewed?: boolean;
  listenLabel?: string;
  /** Not on the artist's own page. */
  showsArtist?: boolean;
  /** A sample has no links. */
  isSample?: boolean;
  /** On a server-rendered page: it may only offer what needs no session. */
  isForEverybody?: boolean;
  /** In one of a few columns, where the title fits on one line. */
  isLarge?: boolean;
}

/** A track in a grid. For listeners it links to the queue, which serves it to them. */
export function TrackCard(props: TrackCardProps) {
  const { track, canListen, listenLabel = 'Listen' } = props;
  const { isReviewed = false, showsArtist = true, isSample = false, isLarge = false } = props;
  const { isForEverybody = false } = props;
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  return (
    <article className="flex min-w-0 flex-col bg-panel">
      <TrackCover id={track.trackId} coverUrl={track.coverUrl} peaks={peaks} square />
      <div className="grid grow grid-cols-[minmax(0,1fr)] content-start gap-3 p-3 sm:p-4">
        <div className="min-w-0">
          <h3
            className={`line-clamp-2 ${isLarge ? 'text-2xl sm:max-lg:min-h-[2lh]' : 'min-h-[2lh] text-xl'}`}
            title={track.title}
          >
            {track.title}
          </h3>
          <p className={`text-muted ${isLarge ? 'grid gap-x-2 lg:flex' : 'grid'}`}>
            {showsArtist && <ArtistName track={track} isSample={isSample} isLarge={isLarge} />}
            <span className="shrink-0">{trackKind(track)}</span>
          </p>
        </div>
        <WaveformStrip peaks={peaks} />
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 lg:min-h-6 lg:gap-y-1">
          {isSample ? (
            <span className="text-sm text-muted">Sample</span>
          ) : (
            <TrackRating
              track={track}
              showsStars={canListen ? isReviewed : !isForEverybody}
              starSize={isLarge ? 16 : 14}
            />
          )}
          {/* Keyboards reach Listen first, although it is at the end. */}
          <div className="flex min-h-11 flex-row-reverse items-center gap-x-3 lg:min-h-6">
            {canListen && isReviewed && (
              <span className="flex items-center gap-1.5 text-sm font-semibold text-mint">
                {isLarge && <Check aria-hidden size={16} strokeWidth={2} />}
                Reviewed
              </span>
            )}
            {canListen && !isReviewed && !track.isBlind && (
              <Link
                to="/app/review"
                search={{ track: track.trackId }}
                className={`${linkStyle} py-2.5 lg:py-0`}
              >
                {listenLabel}
                <VisuallyHidden>{` to ${track.title}`}</VisuallyHidden>
              </Link>
            )}
            {!isSample && <Report track={track} isForEverybody={isForEverybody} />}
          </div>
        </div>
      </div>
    </article>
  );
}

function Report({ track, isForEverybody }: { track: PublicTrack; isForEverybody: boolean }) {
  if (isForEverybody) return <ReportLink track={track} />;
  return <ReportTrack track={track} />;
}

interface ArtistNameProps {
  track: PublicTrack;
  isSample: boolean;
  isLarge: boolean;
}

function ArtistName({ track: { artistId, artistName }, isSample, isLarge }: ArtistNameProps) {
  return (
    <>
      {isSample ? (
        <span className="truncate">{artistName}</span>
      ) : (
        <Link
          to="/app/artist/$artistId"
          params={{ artistId }}
          className={`${linkStyle} -my-2.5 truncate py-2.5`}
        >
          {artistName}
        </Link>
      )}
      {isLarge && (
        <span aria-hidden className="max-lg:hidden">
          /
        </span>
      )}
    </>
  );
}

interface TrackRatingProps {
  track: PublicTrack;
  /** Hidden from listeners who may still review the track, and from signed-out visitors, to avoid bias. */
  showsStars: boolean;
  starSize: number;
}

function TrackRating({ track: { avgRating, reviewCount }, showsStars, starSize }: TrackRatingProps) {
  if (avgRating === null) return <span className="text-sm text-muted">No reviews yet</span>;
  if (!showsStars) return <span className="tabular text-sm text-muted">{reviewsText(reviewCount)}</span>;
  return (
    <Stars
      value={avgRating}
      size={starSize}
      label={ratingText(avgRating, reviewCount, { one: 'review', many: 'reviews' })}
    >
      {`${avgRating.toFixed(1)} (${reviewCount.toLocaleString('en-US')})`}
    </Stars>
  );
}

const reviewsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'review' : 'reviews'}`;

/**
 * Reports a public track: in place for signed-in users, else on the copyright page. Not shown for the user's own
 * tracks.
 */
function ReportTrack({ track }: { track: PublicTrack }) {
  const { trackId, title, artistId } = track;
  const session = useSession();
  if (session.status === 'restoring') return <ReportPlace />;
  if (session.status === 'signedOut') return <ReportLink track={track} />;
  if (artistId === session.user.id) return <ReportPlace />;
  return <ReportButton kind="track" thingId={trackId} name={title} />;
}
