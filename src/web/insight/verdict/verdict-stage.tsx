import { useState } from 'react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { type MomentKind, momentKinds, momentLabels } from '#contract/reviewing/listening/moment-kinds.ts';
import { toggled } from '#web/toggled.ts';
import { PlayButton } from '#web/ui/controls/play-button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { Waveform } from '#web/ui/music/waveform.tsx';
import { CurveChart } from './curve-chart.tsx';
import { hasFirstMinuteCurve } from './curve-shapes.ts';
import { ClusterShades, MarkLanes } from './moment-layers.tsx';
import { shapes } from './moment-looks.ts';
import { timeTicks } from './time-ticks.ts';
import type { VerdictPlayback } from './use-verdict-playback.ts';
import { basisSentence } from './verdict-sentence.ts';

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
}

type Layer = MomentKind | 'curve';
const layers: readonly Layer[] = ['curve', ...momentKinds];
const layerNames: Readonly<Record<Layer, string>> = { curve: 'Still listening', ...momentLabels };

/** One large playable waveform, with layers of what listeners did above and below it. */
export function VerdictStage({ verdict, peaks, playback }: VerdictStageProps) {
  const { track, clusters, marks } = verdict;
  const [hidden, setHidden] = useState<ReadonlySet<Layer>>(new Set());
  const isShown = (layer: Layer) => !hidden.has(layer);
  const toggle = (layer: Layer) => setHidden((layers) => toggled(layers, layer));
  const shownMarks = marks.filter(({ kind }) => isShown(kind));
  const hasCurve = verdict.staying.curve.length > 0 || hasFirstMinuteCurve(verdict.firstMinute);
  const showsCurve = hasCurve && isShown('curve');
  const shownLayers = layers.filter((layer) => layer !== 'curve' || hasCurve);
  const hasLayers = marks.length > 0 || verdict.firstMinute.listeners > 0;
  const showsGate = track.durationSeconds > requiredListeningSeconds;
  const placeOf = (second: number) => Math.min(1, second / track.durationSeconds);
  return (
    <section aria-label="The track with what listeners did" className="flex min-w-0 flex-col">
      {/* On phones the picture comes before the buttons that hide its layers. */}
      <div className="contents items-center justify-between gap-x-6 gap-y-3 not-on-paper sm:flex sm:flex-wrap">
        <div className="flex items-center gap-4 max-sm:pb-3">
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
        <fieldset
          className="order-last grid min-w-0 grid-cols-2 gap-2 max-sm:pt-4 sm:order-none sm:flex sm:flex-wrap"
          hidden={!hasLayers}
        >
          <legend className="sr-only">Layers</legend>
          {shownLayers.map((layer) => (
            <LayerToggle
              key={layer}
              layer={layer}
              count={layer === 'curve' ? null : countOf(verdict, layer)}
              isShown={isShown(layer)}
              onToggle={() => toggle(layer)}
            />
          ))}
        </fieldset>
      </div>
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
          <MarkLanes
            marks={shownMarks}
            durationSeconds={track.durationSeconds}
            onPlay={playback.playMoment}
          />
        )}
        {showsCurve && <CurveChart verdict={verdict} />}
        <div className="pointer-events-none absolute inset-x-0 top-6 bottom-0">
          <ClusterShades
            clusters={clusters.filter(({ kind }) => isShown(kind))}
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
      <StageNotes verdict={verdict} showsCurve={showsCurve} />
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

const countOf = ({ marks }: Verdict, kind: MomentKind): number =>
  marks.filter((mark) => mark.kind === kind).reduce((sum, { count }) => sum + count, 0);

interface LayerToggleProps {
  layer: Layer;
  count: number | null;
  isShown: boolean;
  onToggle: () => void;
}

function LayerToggle({ layer, count, isShown, onToggle }: LayerToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onToggle}
      className="inline-flex min-h-11 cursor-pointer items-center gap-2 border border-line px-3 text-sm font-medium text-muted hover:border-rest aria-pressed:border-rest aria-pressed:text-text lg:min-h-9"
    >
      {layer === 'curve' ? (
        <span aria-hidden className="h-0.5 w-4 bg-mint" />
      ) : (
        <span aria-hidden className={`size-2.5 ${shapes[layer]}`} />
      )}
      {layerNames[layer]}
      {count !== null && <span className="tabular text-muted">{count}</span>}
    </button>
  );
}

interface StageNotesProps {
  verdict: Verdict;
  showsCurve: boolean;
}

/** A legend for the picture's lines, and their basis. */
function StageNotes({ verdict: { staying, firstMinute }, showsCurve }: StageNotesProps) {
  const legend = showsCurve
    ? [
        ...(hasFirstMinuteCurve(firstMinute)
          ? ['Dashed: the paid minute, without those who skipped or marked “I’d skip here”.']
          : []),
        ...(staying.curve.length > 0
          ? [
              'Line: the share still listening unpaid. Shade: where it likely lies at each second (19 times in 20).',
            ]
          : []),
      ]
    : [];
  const basis = staying.listeners > 0 ? [basisSentence(staying)] : [];
  const notes = [...legend, ...basis];
  if (notes.length === 0) return null;
  return (
    <p className="max-w-[80ch] pt-2 text-sm text-muted max-sm:order-last max-sm:pt-4">{notes.join(' ')}</p>
  );
}
