import { Play } from 'lucide-react';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { fewestListenersShown } from '#contract/insight/verdict/verdict-rules.ts';
import { formatDuration } from '#web/ui/display/duration.ts';
import { shapes } from './moment-looks.ts';
import { clusterSentence } from './verdict-sentence.ts';

interface StandingOutProps {
  verdict: Verdict;
  onPlay: (second: number) => void;
}

/** The moments that more people marked than chance explains, each playable. */
export function StandingOut({ verdict, onPlay }: StandingOutProps) {
  const { clusters, marks, isComputing, firstMinute } = verdict;
  const isTooEarly = marks.length === 0 || firstMinute.listeners < fewestListenersShown;
  if (clusters.length === 0 && isTooEarly) return null;
  const ordered = [...clusters].sort((a, b) => a.from - b.from);
  return (
    <section aria-labelledby="standing-out" className="grid gap-3">
      <h2 id="standing-out" className="text-2xl">
        What stands out
      </h2>
      {ordered.length === 0 ? (
        <p className="text-muted">
          {isComputing
            ? 'Looking for moments that stand out…'
            : 'No moment has more marks than chance explains. Single marks are in the picture above.'}
        </p>
      ) : (
        <ul className="grid gap-2">
          {ordered.map((cluster) => (
            <li key={`${cluster.kind} ${cluster.from}`}>
              <button
                type="button"
                onClick={() => onPlay(cluster.from)}
                className="flex min-h-11 w-full cursor-pointer items-center gap-3 border border-line bg-panel px-4 py-2 text-start hover:border-rest"
              >
                <span aria-hidden className={`size-3 shrink-0 ${shapes[cluster.kind]}`} />
                <span className="min-w-0 grow">{clusterSentence(cluster)}</span>
                <Play
                  aria-hidden
                  size={16}
                  fill="currentColor"
                  className="shrink-0 text-brass-ink not-on-paper"
                />
                <span className="sr-only">Play from {formatDuration(Math.max(0, cluster.from - 2))}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
