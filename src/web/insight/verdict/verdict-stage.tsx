import { type ReactNode, useState } from 'react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { type MomentKind, momentKinds, momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import { PlayButton } from '#web/ui/controls/play-button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { Waveform } from '#web/ui/music/waveform.tsx';
import { CircleLayer } from './circle-layer.tsx';
import { CurveChart } from './curve-chart.tsx';
import { hasFirstMinuteCurve } from './curve-shapes.ts';
import { ClusterShades, MarkLanes } from './moment-layers.tsx';
import { shapes } from './moment-looks.ts';
import { CurrentQuote } from './quote-list.tsx';
import type { Quote } from './quotes.ts';
import { timeTicks } from './time-ticks.ts';
import type { VerdictPlayback } from './use-verdict-playback.ts';

/** The time axis of everything above it. */
const TimeAxis = ({ durationSeconds }: { durationSeconds: number }) => (
  <div aria-hidden className="tabular relative h-6 border-t border-line text-xs leading-4 text-muted">
    {timeTicks(durationSeconds).map((second, place, { length }) => (
      <span
        key={second}
        className={`absolute top-0 ${place === length - 1 ? '-translate-x-full' : ''}`}
        style={{ left: `${(second / durationSeconds) * 100}%` }}
      >
        <span
          className={`absolute top-0 h-1.5 w-px bg-line ${place === length - 1 ? 'right-0' : 'left-0'}`}
        />
        <span className="block pt-1.5">{formatDuration(second)}</span>
      </span>
    ))}
  </div>
);

interface VerdictStageProps {
  verdict: Verdict;
  peaks: Peaks;
  playback: VerdictPlayback;
  quotes: readonly Quote[];
  /** After the legend. */
  children?: ReactNode;
}

/** One large playable waveform, with layers of what listeners did above and below it. */
export function VerdictStage({ verdict, peaks, playback, quotes, children }: VerdictStageProps) {
  const { track, clusters, marks, staying, firstMinute } = verdict;
  const showsCurve = staying.curve.length > 0 || hasFirstMinuteCurve(firstMinute);
  const guestMoments = verdict.circle?.moments ?? [];
  const [showsCircle, setShowsCircle] = useState(true);
  const hasLayers = marks.length > 0 || firstMinute.listeners > 0;
  const showsGate = track.durationSeconds > requiredListeningSeconds;
  const placeOf = (second: number) => Math.min(1, second / track.durationSeconds);
  return (
    <section aria-label="The track with what listeners did" className="flex min-w-0 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex items-center gap-4 not-on-paper">
          <PlayButton
            label={`${playback.isPlaying ? 'Pause' : 'Play'} ${track.title}`}
            isPlaying={playback.isPlaying}
            onPress={playback.toggle}
            isDisabled={track.status !== 'active'}
          />
          <span className="tabular text-lg">
            {formatDuration(playback.position)}{' '}
            <span className="text-muted">/ {formatDuration(track.durationSeconds)}</span>
          </span>
        </div>
        {hasLayers && <MarkCounts marks={marks} />}
        {guestMoments.length > 0 && (
          <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm not-on-paper lg:min-h-9">
            <input
              type="checkbox"
              checked={showsCircle}
              onChange={({ target }) => setShowsCircle(target.checked)}
              className="size-5"
            />
            {`Your circle’s marks (${guestMoments.length})`}
          </label>
        )}
      </div>
      <CurrentQuote quotes={quotes} isPlaying={playback.isPlaying} position={playback.position} />
      {/* One picture: the moments and lines span everything on the same time axis. */}
      <div className="relative">
        <Waveform
          peaks={peaks}
          duration={track.durationSeconds}
          position={playback.position}
          label={`Position in ${track.title}`}
          onSeek={playback.seek}
          onPress={playback.play}
          height="clamp(7.5rem, 22vw, 11.25rem)"
          isDisabled={track.status !== 'active'}
          {...(showsGate ? { gate: { at: requiredListeningSeconds, caption: 'pay ends' } } : {})}
        />
        {hasLayers && (
          <MarkLanes marks={marks} durationSeconds={track.durationSeconds} onPlay={playback.playMoment} />
        )}
        {guestMoments.length > 0 && showsCircle && (
          <CircleLayer
            moments={guestMoments}
            durationSeconds={track.durationSeconds}
            onPlay={playback.playMoment}
          />
        )}
        {showsCurve && <CurveChart verdict={verdict} />}
        <div className="pointer-events-none absolute inset-x-0 top-6 bottom-0">
          <ClusterShades
            clusters={clusters}
            durationSeconds={track.durationSeconds}
            onPlay={playback.playMoment}
          />
          {showsGate && hasLayers && (
            <Line at={placeOf(requiredListeningSeconds)} className="w-0.5 bg-mint" />
          )}
          {hasLayers && <Line at={placeOf(playback.position)} className="w-px bg-text" />}
        </div>
      </div>
      <TimeAxis durationSeconds={track.durationSeconds} />
      {showsCurve && <Legend verdict={verdict}>{children}</Legend>}
    </section>
  );
}

const Line = ({ at, className }: { at: number; className: string }) => (
  <div
    aria-hidden
    className={`absolute inset-y-0 -translate-x-1/2 ${className}`}
    style={{ left: `${at * 100}%` }}
  />
);

/** The shape of each kind of mark, and how many there are. */
const MarkCounts = ({ marks }: Pick<Verdict, 'marks'>) => (
  <ul className="tabular flex flex-wrap gap-x-4 text-sm">
    {momentKinds.map((kind) => (
      <li key={kind} className="flex items-center gap-2">
        <span aria-hidden className={`size-2.5 ${shapes[kind]}`} />
        {`${momentLabels[kind]} ${countOf(marks, kind)}`}
      </li>
    ))}
  </ul>
);

const countOf = (marks: Verdict['marks'], kind: MomentKind): number =>
  marks.filter((mark) => mark.kind === kind).reduce((sum, { count }) => sum + count, 0);

/** What the picture's lines are. */
function Legend({
  verdict: { staying, firstMinute },
  children,
}: Pick<VerdictStageProps, 'verdict' | 'children'>) {
  const lines = [
    ...(hasFirstMinuteCurve(firstMinute) ? ['Dashed: would have kept listening.'] : []),
    ...(staying.curve.length > 0 ? ['Solid: still listening, unpaid.', 'Shaded: the 95% range.'] : []),
  ];
  return (
    <p className="flex flex-wrap items-center gap-x-2 pt-2 text-sm text-muted">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {children}
    </p>
  );
}
