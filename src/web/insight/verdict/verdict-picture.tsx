import { type ReactNode, useEffect, useRef } from 'react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { MomentKind } from '#contract/music/tracks/moment-kinds.ts';
import { DrawnPlayButton } from '#web/ui/controls/drawn-play-button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { levels, type Peaks } from '#web/ui/music/peaks.ts';
import { GateLine } from '#web/ui/music/waveform-lines.tsx';
import { shades } from './moment-looks.ts';
import { pieceTones } from './piece-tones.ts';
import type { Piece } from './verdict-sentence.ts';
import { playVerdictPicture } from './verdict-sound.ts';

interface Moment {
  readonly kind: MomentKind;
  readonly from: number;
  readonly to: number;
}

interface VerdictPictureProps {
  sentence: readonly Piece[];
  title: string;
  peaks: Peaks;
  durationSeconds: number;
  moments: readonly Moment[];
  /** The address of the audio; without it the picture is silent. */
  sound?: string;
  /** Above the sentence. */
  children: ReactNode;
}

/**
 * A verdict's sentence and wave, readable and complete before scripts run. With a sound it plays, also where the page was
 * drawn without the application.
 */
export function VerdictPicture(props: VerdictPictureProps) {
  const { sentence, title, peaks, durationSeconds, moments, sound, children } = props;
  const figure = useRef<HTMLElement>(null);
  useEffect(() => (figure.current === null ? undefined : playVerdictPicture(figure.current)), []);
  return (
    <figure ref={figure} data-sound={sound} data-seconds={durationSeconds} className="group grid gap-4">
      <figcaption className="grid gap-3">
        {children}
        <p className="font-display text-[clamp(1.75rem,4.4vw,3.25rem)] leading-[1.04] text-balance">
          {sentence.map((piece) => (
            <SentencePiece key={piece.text} piece={piece} isPlayable={sound !== undefined} />
          ))}
        </p>
      </figcaption>
      {sound !== undefined && <PlayRow title={title} durationSeconds={durationSeconds} />}
      <div className="waveform relative h-24 sm:h-32">
        <StillWave peaks={peaks} title={title} />
        {moments.map(({ kind, from, to }) => (
          <div
            key={`${kind} ${from}`}
            aria-hidden
            className="pointer-events-none absolute -inset-y-1"
            style={{
              left: `${(from / durationSeconds) * 100}%`,
              width: `${((to - from) / durationSeconds) * 100}%`,
            }}
          >
            <div className={`size-full border-t-4 border-current ${shades[kind].text}`}>
              <div className="size-full bg-current opacity-20" />
            </div>
          </div>
        ))}
        {durationSeconds > requiredListeningSeconds && (
          <GateLine gate={{ at: requiredListeningSeconds, caption: 'pay ends' }} duration={durationSeconds} />
        )}
      </div>
    </figure>
  );
}

function SentencePiece({ piece: { text, tone, second }, isPlayable }: { piece: Piece; isPlayable: boolean }) {
  const color = tone === undefined ? '' : pieceTones[tone];
  if (second === undefined || !isPlayable) return <span className={color}>{text}</span>;
  return (
    <button
      type="button"
      data-second={second}
      aria-label={`Play ${text}`}
      className={`cursor-pointer underline decoration-2 underline-offset-[0.12em] ${color}`}
    >
      {text}
    </button>
  );
}

/** The script finds its parts by their data attributes. */
const PlayRow = ({ title, durationSeconds }: { title: string; durationSeconds: number }) => (
  <div className="flex items-center gap-4">
    <DrawnPlayButton label={`Play ${title}`} />
    <span className="tabular text-lg">
      <span data-time>{formatDuration(0)}</span>{' '}
      <span className="text-muted">/ {formatDuration(durationSeconds)}</span>
    </span>
    <span role="status" data-failure className="text-sm text-rose" />
  </div>
);

const bars = 160;
const [step, wide, tall] = [5, 3, 100];

/** The bars as one path, so that the wave is there before scripts run, and in both themes. */
function StillWave({ peaks, title }: { peaks: Peaks; title: string }) {
  const values = levels(peaks, bars);
  const loudest = Math.max(0.3, ...values);
  const path = values
    .map((value, at) => {
      const height = Math.max(2, Math.round((value / loudest) * tall));
      return `M${at * step + wide / 2} ${(tall - height) / 2}v${height}`;
    })
    .join('');
  const drawn = <path d={path} strokeWidth={wide} className="fill-none stroke-current" />;
  return (
    <svg
      role="img"
      aria-label={`The waveform of ${title}`}
      viewBox={`0 0 ${bars * step - (step - wide)} ${tall}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      <defs>
        <g id="verdict-wave">{drawn}</g>
        <clipPath id="verdict-played">
          <rect data-played width={0} height={tall} />
        </clipPath>
      </defs>
      <use href="#verdict-wave" className="text-rest" />
      <use href="#verdict-wave" clipPath="url(#verdict-played)" className="text-brass-mark" />
    </svg>
  );
}
