import { Play } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { MomentCluster, Verdict } from '#contract/insight/verdict/verdict.ts';
import { fewestListenersShown } from '#contract/insight/verdict/verdict-rules.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { formatDuration } from '#web/ui/display/duration.ts';
import { shapes } from './moment-looks.ts';
import { type Quote, quotesAbout } from './quotes.ts';
import { clusterSentence } from './verdict-sentence.ts';

/** More would hide the strongest. The picture shows them all. */
const mostMoments = 3;

/** Three acts fit on a line of a phone. */
export const momentActStyle = `${linkStyle} inline-flex min-h-11 cursor-pointer items-center`;

interface StandingOutProps {
  verdict: Pick<Verdict, 'clusters' | 'marks' | 'isComputing' | 'firstMinute'>;
  /** What listeners wrote, with its seconds. */
  quotes: readonly Quote[];
  onPlay: (second: number) => void;
  /** What the artist can do about a moment, beside playing it. */
  actsOf?: (cluster: MomentCluster) => ReactNode;
  /** Below the list. */
  children?: ReactNode;
}

/** The strongest moments that more people marked than chance explains, with what listeners wrote about them. */
export const StandingOut = memo(function StandingOut(props: StandingOutProps) {
  const { verdict, quotes, onPlay, actsOf, children } = props;
  const { clusters, marks, isComputing, firstMinute } = verdict;
  const isTooEarly = marks.length === 0 || firstMinute.listeners < fewestListenersShown;
  if (clusters.length === 0 && isTooEarly) return null;
  const shown = clusters.slice(0, mostMoments).sort((a, b) => a.from - b.from);
  return (
    <section aria-labelledby="standing-out" className="grid gap-3">
      <h2 id="standing-out" className="text-2xl">
        What stands out
      </h2>
      {shown.length === 0 ? (
        <p className="text-muted">
          {isComputing
            ? 'Looking for moments that stand out…'
            : 'No moment stands out yet. You can see every mark in the chart above.'}
        </p>
      ) : (
        <>
          <ul className="grid max-sm:border-b max-sm:border-line sm:gap-3 lg:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
            {shown.map((cluster) => (
              <Moment
                key={`${cluster.kind} ${cluster.from}`}
                cluster={cluster}
                quotes={quotesAbout(quotes, cluster)}
                onPlay={onPlay}
                acts={actsOf?.(cluster)}
              />
            ))}
          </ul>
          {children}
        </>
      )}
    </section>
  );
});

interface MomentProps {
  cluster: MomentCluster;
  quotes: readonly Quote[];
  onPlay: (second: number) => void;
  acts: ReactNode;
}

const Moment = ({ cluster, quotes, onPlay, acts }: MomentProps) => (
  <li className="flex flex-col gap-3 border-line max-sm:border-t max-sm:pt-4 sm:border sm:bg-panel sm:p-4 sm:pb-2">
    <p className="flex items-baseline gap-3 font-semibold">
      <span aria-hidden className={`size-3 shrink-0 ${shapes[cluster.kind]}`} />
      <span className="min-w-0">{clusterSentence(cluster)}</span>
    </p>
    {quotes.length > 0 && (
      <ul className="grid gap-1.5">
        {quotes.map(({ key, text, listenerName }) => (
          <li key={key} dir="auto" className="border-s-2 border-line ps-3 wrap-anywhere">
            {text} <span className="text-sm text-muted">{listenerName}</span>
          </li>
        ))}
      </ul>
    )}
    <div className="mt-auto flex flex-wrap gap-x-4 text-sm not-on-paper">
      <button type="button" onClick={() => onPlay(cluster.from)} className={momentActStyle}>
        <Play aria-hidden size={12} fill="currentColor" className="me-1" />
        {`Play ${formatDuration(cluster.from)}`}
      </button>
      {acts}
    </div>
  </li>
);
