import type { ReactNode } from 'react';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { fewestForRating, fewestListenersShown } from '#contract/insight/verdict/verdict-rules.ts';
import { FactRow } from '#web/reviewing/reviews/fact-row.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { stopTexts } from './stop-texts.ts';
import { percent, ratingSentences } from './verdict-sentence.ts';

/** The figures behind the sentence, at most four. */
export function VerdictFacts({ verdict }: { verdict: Verdict }) {
  const { staying } = verdict;
  const rating = { label: 'Rating', value: <RatingFact verdict={verdict} /> };
  const stayed = { label: 'Stayed unpaid', value: <StayedFact staying={staying} /> };
  const heard = { label: 'Heard unpaid', value: <HeardFact verdict={verdict} /> };
  const skipped = { label: 'Would have skipped', value: <SkippedFact verdict={verdict} /> };
  return (
    <div className="grid gap-3">
      <FactRow
        facts={staying.listeners === 0 ? [rating, stayed, skipped] : [rating, stayed, heard, skipped]}
      />
      {staying.stops.length > 0 && (
        <p className="text-sm text-muted">
          How they stopped: {staying.stops.map(({ kind, count }) => `${count} ${stopTexts[kind]}`).join(', ')}
          .
        </p>
      )}
    </div>
  );
}

function Figure({ children, small }: { children: ReactNode; small: ReactNode }) {
  return (
    <>
      {children}
      <span className="block font-text text-sm font-normal text-muted">{small}</span>
    </>
  );
}

const tooEarly = (small: string) => <Figure small={small}>–</Figure>;

function RatingFact({ verdict: { rating, stars, reviewsLeftOut } }: { verdict: Verdict }) {
  if (rating !== null)
    return (
      <Figure
        small={ratingSentences({ rating, reviewsLeftOut }).map((sentence) => (
          <span key={sentence} className="block">
            {sentence}
          </span>
        ))}
      >
        {rating.mean.toFixed(1)}
      </Figure>
    );
  const reviews = stars.reduce((sum, count) => sum + count, 0);
  if (reviews === 0) return tooEarly('no reviews yet');
  return (
    <Figure small={`one dot per review; the average starts at ${fewestForRating}`}>
      <StarDots stars={stars} />
    </Figure>
  );
}

/** One dot per review above its number of stars. */
function StarDots({ stars }: { stars: readonly number[] }) {
  const inWords = stars
    .map((count, place) => `${count} × ${place + 1} ${place === 0 ? 'star' : 'stars'}`)
    .filter((_, place) => (stars[place] ?? 0) > 0)
    .join(', ');
  return (
    <span className="flex items-end gap-2 py-1">
      <span className="sr-only">{inWords}</span>
      {stars.map((count, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the number of stars
        <span key={place} aria-hidden className="grid w-5 justify-items-center gap-1">
          {Array.from({ length: count }, (_, dot) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one dot is like another
            <span key={dot} className="size-2.5 rounded-full bg-brass-mark" />
          ))}
          <span className="w-full border-t border-line text-center font-text text-xs leading-5 font-normal text-muted">
            {place + 1}
          </span>
        </span>
      ))}
    </span>
  );
}

function StayedFact({ staying }: { staying: Verdict['staying'] }) {
  const { listeners, stayed, interval, isTooShort, notYetCounted } = staying;
  if (isTooShort) return tooEarly('the track is under 1:05');
  if (listeners === 0 || interval === null)
    return (
      <Figure
        small={`${notYetCounted === 0 ? 'no one yet' : 'so far'}; the share starts at ${fewestListenersShown} listeners`}
      >
        <PeopleDots people={notYetCounted} />
      </Figure>
    );
  return (
    <Figure small={`likely ${percent(interval.low)} to ${percent(interval.high)} of all listeners`}>
      {stayed} of {listeners}
    </Figure>
  );
}

/** How many of the five listeners needed for figures have finished. */
const PeopleDots = ({ people }: { people: number }) => (
  <span className="flex items-center gap-1.5 py-3">
    <span className="sr-only">
      {people} of the {fewestListenersShown} listeners needed
    </span>
    {Array.from({ length: fewestListenersShown }, (_, place) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: one dot is like another
        key={place}
        aria-hidden
        className={`size-2.5 rounded-full border border-muted ${place < people ? 'bg-muted' : ''}`}
      />
    ))}
  </span>
);

function HeardFact({ verdict: { staying, track } }: { verdict: Verdict }) {
  const { half, stayed, stayedSeconds } = staying;
  if (half?.seconds != null)
    return (
      <Figure small={`half of the ${stayed} who stayed heard more`}>{Math.round(half.seconds)} s</Figure>
    );
  if (half !== null) return <Figure small={`more than half of the ${stayed} who stayed`}>To the end</Figure>;
  if (stayed === 0) return tooEarly('no one stayed');
  return (
    <Figure small="one dot for each who stayed">
      <SecondDots
        seconds={stayedSeconds}
        left={Math.round(track.durationSeconds) - requiredListeningSeconds}
      />
    </Figure>
  );
}

/** One dot for each of the few who stayed, between the end of the paid minute and the end of the track. */
function SecondDots({ seconds, left }: { seconds: readonly number[]; left: number }) {
  return (
    <span className="block max-w-60 py-2">
      <span className="sr-only">{seconds.map((second) => `${second} s`).join(', ')}</span>
      <span aria-hidden className="relative mx-1.5 block h-4 border-b border-line">
        {seconds.map((second, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have heard the same seconds
            key={place}
            className="absolute bottom-1 size-2.5 -translate-x-1/2 rounded-full bg-brass-mark"
            style={{ left: `${Math.min(100, (second / left) * 100)}%` }}
          />
        ))}
      </span>
      <span aria-hidden className="flex justify-between font-text text-xs leading-5 font-normal text-muted">
        <span>0 s</span>
        <span>{left} s</span>
      </span>
    </span>
  );
}

function SkippedFact({ verdict: { firstMinute, marks } }: { verdict: Verdict }) {
  const { listeners, gone } = firstMinute;
  if (listeners === 0) return tooEarly('no one has heard it yet');
  const most = marks
    .filter(({ kind, second }) => kind === 'skip' && second < gone.length)
    .sort((a, b) => b.count - a.count)[0];
  const where = most === undefined || most.count < 2 ? '' : `, most at ${formatDuration(most.second)}`;
  return (
    <Figure small={`in the first minute${where}`}>
      {gone.at(-1) ?? 0} of {listeners}
    </Figure>
  );
}
