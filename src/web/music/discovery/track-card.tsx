import { Link } from '@tanstack/react-router';
import { Check, Ellipsis } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { trackKind } from '#contract/business-rules.ts';
import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { useSession } from '#web/identity/session/session.ts';
import { ReportButton, reportStyle } from '#web/reporting/report-button.tsx';
import { trackPeaks } from '#web/track-peaks.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { ratingText, Stars } from '#web/ui/display/stars.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { TrackCover } from '#web/ui/music/track-cover.tsx';
import { WaveformStrip } from '#web/ui/music/waveform-strip.tsx';

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
  /** One of a few, with a larger cover. */
  isLarge?: boolean;
}

/** A track in a list, with a small cover. For listeners it links to the queue, which serves it to them. */
export function TrackCard(props: TrackCardProps) {
  const { track, canListen, listenLabel = 'Listen' } = props;
  const { isReviewed = false, showsArtist = true, isSample = false, isLarge = false } = props;
  const { isForEverybody = false } = props;
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  return (
    <article className="flex min-w-0 items-start gap-3 bg-panel p-3 sm:gap-4">
      <div className={`shrink-0 ${isLarge ? 'w-24 sm:w-28' : 'w-16 sm:w-20'}`}>
        <TrackCover id={track.trackId} coverUrl={track.coverUrl} peaks={peaks} square />
      </div>
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] content-between self-stretch">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <h3 className={isLarge ? 'line-clamp-2 text-2xl' : 'truncate text-xl'} title={track.title}>
            {track.title}
          </h3>
          <p className="flex min-w-0 gap-x-2 text-muted">
            {showsArtist && <ArtistName track={track} isSample={isSample} />}
            <span className="shrink-0">{trackKind(track)}</span>
          </p>
        </div>
        <div className={isLarge ? '' : 'max-sm:hidden'}>
          <WaveformStrip peaks={peaks} height={isLarge ? 28 : 20} />
        </div>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 lg:min-h-6">
          {isSample ? (
            <span className="text-sm text-muted">Sample</span>
          ) : (
            <TrackRating track={track} showsStars={canListen ? isReviewed : !isForEverybody} />
          )}
          <div className="ms-auto flex min-h-11 flex-wrap items-center justify-end gap-x-2 lg:min-h-6">
            {canListen && isReviewed && (
              <span className="flex items-center gap-1.5 text-sm font-semibold text-muted">
                <Check aria-hidden size={16} strokeWidth={2} />
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
            {!isSample && (isForEverybody ? <CardMenu track={track} /> : <MemberMenu track={track} />)}
          </div>
        </div>
      </div>
    </article>
  );
}

/** Reserved until it is known whose track it is. The user's own tracks have no menu. */
function MemberMenu({ track }: { track: PublicTrack }) {
  const session = useSession();
  if (session.status === 'signedOut') return <CardMenu track={track} />;
  if (session.status === 'restoring' || track.artistId === session.user.id)
    return <span className="w-11 lg:w-8" />;
  return (
    <CardMenu track={track}>
      <ReportButton kind="track" thingId={track.trackId} name={track.title} />
    </CardMenu>
  );
}

/** What is seldom wanted of a track. Signed out, its report is the copyright page's, which needs no account. */
function CardMenu({ track: { trackId, title }, children }: { track: PublicTrack; children?: ReactNode }) {
  return (
    <details
      data-menu
      className="relative not-on-paper"
      onBlur={({ currentTarget, relatedTarget: next }) => {
        // The dialog that the menu opens gives the focus back to it.
        const isElsewhere = next instanceof Element && next.closest('[role=dialog]') === null;
        if (isElsewhere && !currentTarget.contains(next)) currentTarget.open = false;
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="grid size-11 cursor-pointer list-none place-items-center text-muted hover:text-text lg:size-8 [&::-webkit-details-marker]:hidden">
        <Ellipsis aria-hidden size={20} strokeWidth={1.75} />
        <VisuallyHidden>{`More about ${title}`}</VisuallyHidden>
      </summary>
      <div className="absolute end-0 top-full z-10 border border-line bg-raised px-4">
        {children ?? (
          <Link to="/report" search={{ track: trackId, words: title }} className={reportStyle}>
            Report<VisuallyHidden>{` ${title}`}</VisuallyHidden>
          </Link>
        )}
      </div>
    </details>
  );
}

function ArtistName({ track, isSample }: { track: PublicTrack; isSample: boolean }) {
  const { artistId, artistName } = track;
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
      <span aria-hidden>/</span>
    </>
  );
}

interface TrackRatingProps {
  track: PublicTrack;
  /** Hidden from listeners who may still review the track, and from signed-out visitors, to avoid bias. */
  showsStars: boolean;
}

function TrackRating({ track: { avgRating, reviewCount }, showsStars }: TrackRatingProps) {
  if (avgRating === null) return <span className="text-sm text-muted">No reviews yet</span>;
  if (!showsStars) return <span className="tabular text-sm text-muted">{reviewsText(reviewCount)}</span>;
  return (
    <Stars
      value={avgRating}
      size={14}
      label={ratingText(avgRating, reviewCount, { one: 'review', many: 'reviews' })}
    >
      {`${avgRating.toFixed(1)} (${reviewCount.toLocaleString('en-US')})`}
    </Stars>
  );
}

const reviewsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'review' : 'reviews'}`;
