import { formatDuration } from '#web/ui/display/duration.ts';
import { timeTicks } from './time-ticks.ts';

/** The time axis of everything above it. */
export const TimeAxis = ({ durationSeconds }: { durationSeconds: number }) => (
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
