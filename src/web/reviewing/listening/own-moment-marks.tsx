import { momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import { MomentIcon } from '#web/music/tracks/moment-icon.tsx';
import { spokenDuration } from '#web/ui/display/duration.ts';

interface OwnMomentMarksProps {
  moments: readonly Moment[];
  durationSeconds: number;
}

/** The listener's marks along the upper edge of the waveform. */
export function OwnMomentMarks({ moments, durationSeconds }: OwnMomentMarksProps) {
  if (moments.length === 0) return null;
  return (
    <ul aria-label="Your marks" className="pointer-events-none absolute inset-x-0 top-0">
      {moments.map(({ kind, atSecond }) => (
        <li
          key={`${kind}-${atSecond}`}
          className="absolute -top-1 flex size-6 -translate-x-1/2 items-center justify-center rounded-full border border-line bg-ground"
          style={{ left: `${Math.min(1, atSecond / durationSeconds) * 100}%` }}
        >
          <MomentIcon kind={kind} size={12} />
          <span className="sr-only">
            {momentLabels[kind]} at {spokenDuration(atSecond)}
          </span>
        </li>
      ))}
    </ul>
  );
}
