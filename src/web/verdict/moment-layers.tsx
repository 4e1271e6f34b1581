import { momentKinds, momentLabels } from '#contract/moment-kinds.ts';
import type { Verdict } from '#contract/verdict.ts';
import { formatDuration } from '#web/ui/display/duration.ts';
import { shades, shapes } from './moment-looks.ts';

const place = (second: number, durationSeconds: number) =>
  `${Math.min(100, (second / durationSeconds) * 100)}%`;

interface ClusterShadesProps {
  clusters: Verdict['clusters'];
  durationSeconds: number;
}

/** Tints the moments that stand out; they are told in words below. */
export function ClusterShades({ clusters, durationSeconds }: ClusterShadesProps) {
  return clusters.map(({ kind, from, to, people, heardBy }) => (
    <div
      key={`${kind} ${from}`}
      aria-hidden
      className="pointer-events-none absolute inset-y-0"
      style={{ left: place(from, durationSeconds), width: place(to - from, durationSeconds) }}
    >
      <div className={`absolute inset-0 opacity-25 ${shades[kind].fill}`} />
      <div className={`absolute inset-x-0 bottom-full h-1 ${shades[kind].fill}`} />
      <span
        className={`tabular absolute bottom-full left-1/2 hidden -translate-x-1/2 pb-1.5 text-xs font-semibold whitespace-nowrap sm:block ${shades[kind].text}`}
      >
        {people} of {heardBy}
      </span>
    </div>
  ));
}

interface MarkLanesProps {
  marks: Verdict['marks'];
  durationSeconds: number;
  onPlay: (second: number) => void;
}

const mostPixels = 14;

/** A lane for each kind of mark, larger where more people marked a second. The table has the same for the keyboard. */
export function MarkLanes({ marks, durationSeconds, onPlay }: MarkLanesProps) {
  return (
    <div aria-hidden className="grid border-t border-line">
      {momentKinds.map((kind) => (
        <div key={kind} className="relative h-5 border-b border-line">
          {marks
            .filter((mark) => mark.kind === kind)
            .map(({ second, count }) => (
              <button
                key={second}
                type="button"
                tabIndex={-1}
                title={`${momentLabels[kind]}, ${count} at ${formatDuration(second)}`}
                onClick={() => onPlay(second)}
                className="absolute inset-y-0 grid w-5 -translate-x-1/2 cursor-pointer place-items-center"
                style={{ left: place(second, durationSeconds) }}
              >
                <span
                  className={shapes[kind]}
                  style={{
                    width: Math.min(mostPixels, 5 + 2 * count),
                    height: Math.min(mostPixels, 5 + 2 * count),
                  }}
                />
              </button>
            ))}
        </div>
      ))}
    </div>
  );
}
