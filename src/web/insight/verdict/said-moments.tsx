import { useEffect, useMemo, useRef } from 'react';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { formatDuration, spokenDuration } from '#web/ui/display/duration.ts';
import { Stars } from '#web/ui/display/stars.tsx';
import { momentsSaid } from './moments-said.ts';
import type { VerdictPlayback } from './use-verdict-playback.ts';

interface SaidMomentsProps {
  verdict: Verdict;
  playback: VerdictPlayback;
}

/** What listeners wrote about moments, in track order, beside the picture; scrolls to the current one. */
export function SaidMoments({ verdict: { reviews, track }, playback }: SaidMomentsProps) {
  const said = useMemo(
    () => momentsSaid(reviews.items, track.durationSeconds),
    [reviews.items, track.durationSeconds],
  );
  const { isPlaying, position, playMoment } = playback;
  const current = isPlaying ? said.filter(({ second }) => second <= position).length - 1 : -1;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.children[current];
    if (item instanceof HTMLElement)
      list.current?.scrollTo({ top: item.offsetTop - list.current.offsetTop - 8, behavior: 'smooth' });
  }, [current]);
  if (said.length === 0) return null;
  return (
    <section aria-labelledby="said-moments" className="grid min-w-0 gap-3 not-on-paper xl:w-80">
      <h2 id="said-moments" className="text-2xl">
        Second by second
      </h2>
      <ol ref={list} className="relative max-h-80 overflow-y-auto border-y border-line xl:max-h-112">
        {said.map(({ key, second, text, listenerName, rating }, place) => (
          <li
            key={key}
            aria-current={place === current ? 'true' : undefined}
            className="border-t border-line first:border-t-0 aria-[current=true]:bg-raised"
          >
            <button
              type="button"
              onClick={() => playMoment(second)}
              className="grid w-full cursor-pointer grid-cols-[3.5rem_minmax(0,1fr)] gap-y-1 px-2 py-3 text-start hover:bg-panel"
            >
              <span className="tabular font-semibold text-brass-ink underline underline-offset-4">
                <span aria-hidden>{formatDuration(second)}</span>
                <span className="sr-only">Play {spokenDuration(second)}:</span>
              </span>
              <span className="min-w-0 wrap-anywhere">{text}</span>
              <span className="col-start-2 flex flex-wrap items-center gap-x-3 text-sm text-muted">
                <span className="min-w-0 wrap-anywhere">{listenerName}</span>
                <Stars value={rating} label={`${rating} of 5 stars`} size={12} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
