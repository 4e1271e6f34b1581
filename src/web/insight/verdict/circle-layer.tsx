import type { Circle } from '#contract/insight/verdict/verdict.ts';
import { momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import { MomentIcon } from '#web/music/tracks/moment-icon.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';

type GuestMoment = Circle['moments'][number];
const keyOf = ({ kind, atSecond }: GuestMoment) => `${kind} ${atSecond}`;

interface CircleLayerProps {
  moments: Circle['moments'];
  durationSeconds: number;
  onPlay: (second: number) => void;
}

/**
 * The marks of private links' guests on a lane of their own, as icons, so that nobody takes them for listeners' dots. The
 * list of each link's guests is the keyboard alternative.
 */
export function CircleLayer({ moments, durationSeconds, onPlay }: CircleLayerProps) {
  const times = new Map<string, number>();
  for (const moment of moments) times.set(keyOf(moment), (times.get(keyOf(moment)) ?? 0) + 1);
  const different = moments.filter(
    (moment, place) => moments.findIndex((one) => keyOf(one) === keyOf(moment)) === place,
  );
  return (
    <div aria-hidden className="relative h-8 border-b border-line bg-panel lg:h-6">
      {different.map((moment) => (
        <span
          key={keyOf(moment)}
          aria-hidden
          title={`Your circle: ${momentLabels[moment.kind]}, ${times.get(keyOf(moment))} at ${formatDuration(moment.atSecond)}`}
          onClick={() => onPlay(moment.atSecond)}
          className="absolute inset-y-0 grid w-6 -translate-x-1/2 cursor-pointer place-items-center"
          style={{ left: `${Math.min(1, moment.atSecond / durationSeconds) * 100}%` }}
        >
          <MomentIcon kind={moment.kind} size={14} />
        </span>
      ))}
    </div>
  );
}
