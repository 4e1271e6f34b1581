import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { firstMinuteLine, hasFirstMinuteCurve, stayingShapes } from './curve-shapes.ts';

/** Below the waveform: who had not skipped in the first minute, and who stayed after it. The table has the figures. */
export function CurveChart({ verdict: { track, staying, firstMinute } }: { verdict: Verdict }) {
  const hasCurve = staying.curve.length > 0;
  const { line, band } = stayingShapes(staying.curve, track.durationSeconds);
  const early = hasFirstMinuteCurve(firstMinute) ? firstMinuteLine(firstMinute, track.durationSeconds) : '';
  return (
    <div className="relative mt-6 h-28">
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
        {hasCurve && <polygon points={band} className="fill-text" fillOpacity={0.14} />}
        {hasCurve && (
          <polyline
            points={line}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-text"
            strokeWidth={2.5}
          />
        )}
        {early !== '' && (
          <polyline
            points={early}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-muted"
            strokeWidth={2}
            strokeDasharray="5 4"
          />
        )}
      </svg>
    </div>
  );
}
