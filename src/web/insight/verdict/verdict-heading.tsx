import { Link } from '@tanstack/react-router';
import { trackKind } from '#contract/business-rules.ts';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { ReviewsSaid } from '#web/music/tracks/track-reviews.tsx';
import { TakenDown } from '#web/reporting/taken-down.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { TrackCover } from '#web/ui/music/track-cover.tsx';
import { circleSentence } from './circle-sentence.ts';
import { pieceTones } from './piece-tones.ts';
import type { VerdictPlayback } from './use-verdict-playback.ts';
import { headline, leadSentences, type Piece } from './verdict-sentence.ts';

interface VerdictHeadingProps {
  verdict: Verdict;
  peaks: Peaks;
  playback: VerdictPlayback;
}

/** The track in one line, then the sentence. */
export function VerdictHeading({ verdict, peaks, playback }: VerdictHeadingProps) {
  const { track } = verdict;
  return (
    <header className="grid gap-5">
      <div className="flex items-start gap-4">
        <div className="w-14 shrink-0">
          <TrackCover id={track.id} coverUrl={track.coverUrl} peaks={peaks} isPlaying={playback.isPlaying} />
        </div>
        <div className="grid min-w-0 grow gap-0.5">
          <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
            {track.title}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <span>
              {trackKind(track)} · {formatDuration(track.durationSeconds)}
            </span>
            <ReviewsSaid track={track} />
            {track.status === 'deleted' && <Badge variant="deleted">deleted</Badge>}
            {track.status === 'taken_down' && <Badge variant="destructive">taken down</Badge>}
          </p>
        </div>
        <Link
          to="/app/analytics"
          search={{}}
          className={`${linkStyle} -my-1 inline-block shrink-0 py-2.5 not-on-paper`}
        >
          All tracks
        </Link>
      </div>
      {track.takedown !== null && <TakenDown takedown={track.takedown} />}
      <VerdictSentence verdict={verdict} onPlay={playback.playMoment} />
    </header>
  );
}

interface VerdictSentenceProps {
  verdict: Verdict;
  onPlay: (second: number) => void;
}

/** The sentence, and how it compares. */
export function VerdictSentence({ verdict, onPlay }: VerdictSentenceProps) {
  const circle = circleSentence(verdict);
  return (
    <div className="grid items-end gap-x-10 gap-y-3 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <p className="font-display text-[clamp(1.75rem,4.4vw,3.25rem)] leading-[1.04] text-balance">
        {headline(verdict).map((piece) => (
          <HeadlinePiece key={piece.text} piece={piece} onPlay={onPlay} />
        ))}
      </p>
      <div className="grid max-w-prose gap-2">
        <p className="text-muted">
          {leadSentences(verdict).map(({ text, tone }) => (
            <span key={text} className={tone === undefined ? '' : pieceTones[tone]}>
              {text}{' '}
            </span>
          ))}
        </p>
        {circle !== null && <p>{circle}</p>}
      </div>
    </div>
  );
}

function HeadlinePiece({ piece, onPlay }: { piece: Piece; onPlay: (second: number) => void }) {
  const { text, tone, second } = piece;
  const color = tone === undefined ? '' : pieceTones[tone];
  if (second === undefined) return <span className={color}>{text}</span>;
  return (
    <button
      type="button"
      aria-label={`Play ${text}`}
      onClick={() => onPlay(second)}
      className={`cursor-pointer underline decoration-2 underline-offset-[0.12em] ${color}`}
    >
      {text}
    </button>
  );
}
