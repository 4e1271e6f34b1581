import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { Verdict } from '#contract/verdict.ts';
import { fewestListenersShown } from '#contract/verdict-rules.ts';
import { formatDuration } from '#web/ui/display/duration.ts';
import { firstMinuteLine, stayingShapes } from './curve-shapes.ts';

interface CurveStripProps {
  verdict: Verdict;
  /** Seconds. */
  position: number;
}

/** Under the waveform: who had not skipped in the first minute, and who stayed after it. The table has the figures. */
export function CurveStrip({ verdict, position }: CurveStripProps) {
  const { track, staying, firstMinute } = verdict;
  const hasCurve = staying.curve.length > 0;
  const { line, band } = stayingShapes(staying.curve, track.durationSeconds);
  // Fewer people are single marks in the lanes, no curve.
  const isCurve = firstMinute.listeners >= fewestListenersShown;
  const early = isCurve ? firstMinuteLine(firstMinute, track.durationSeconds) : '';
  if (!hasCurve && early === '') return null;
  const gate = Math.min(100, (requiredListeningSeconds / track.durationSeconds) * 100);
  return (
    <div className="grid gap-2 pt-5">
      <div className="relative h-28">
        {[0, 50, 100].map((percent) => (
          <div
            key={percent}
            aria-hidden
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${percent}%` }}
          >
            <span className="tabular absolute start-0 bottom-0 ps-1 text-xs leading-4 text-muted">
              {percent}%
            </span>
          </div>
        ))}
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full overflow-visible"
        >
          {hasCurve && <polygon points={band} className="fill-mint" fillOpacity={0.22} />}
          {hasCurve && (
            <polyline
              points={line}
              vectorEffect="non-scaling-stroke"
              className="fill-none stroke-mint"
              strokeWidth={2.5}
            />
          )}
          {early !== '' && (
            <polyline
              points={early}
              vectorEffect="non-scaling-stroke"
              className="fill-none stroke-brass-mark"
              strokeWidth={2}
              strokeDasharray="5 4"
            />
          )}
        </svg>
        <div
          aria-hidden
          className="absolute inset-y-0 w-0.5 -translate-x-px bg-mint"
          style={{ left: `${gate}%` }}
        />
        <div
          aria-hidden
          className="absolute inset-y-0 w-px bg-text"
          style={{ left: `${Math.min(100, (position / track.durationSeconds) * 100)}%` }}
        />
      </div>
      <div aria-hidden className="tabular flex justify-between text-xs text-muted">
        <span>0:00</span>
        <span>{formatDuration(track.durationSeconds)}</span>
      </div>
      <p className="max-w-prose text-sm text-muted">
        {early !== '' && 'Dashed: the paid minute, without those who skipped or marked “I’d skip here”. '}
        {hasCurve && 'Line: the share still listening unpaid. Shade: where it likely lies (19 times in 20).'}
      </p>
    </div>
  );
}
