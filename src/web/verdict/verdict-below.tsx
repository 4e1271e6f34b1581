import { memo, type ReactNode } from 'react';
import type { Verdict } from '#contract/verdict.ts';
import { Charts } from '#web/reviews/analytics-figures.tsx';
import { FactRow } from '#web/reviews/fact-row.tsx';
import { Mentions } from './mentions.tsx';
import { SaidMoments } from './said-moments.tsx';
import { ShareVerdict } from './share-verdict.tsx';
import { StandingOut } from './standing-out.tsx';
import { TrackReviews } from './track-reviews.tsx';
import type { VerdictPlayback } from './use-verdict-playback.ts';
import { VerdictFacts } from './verdict-facts.tsx';
import { VerdictTable } from './verdict-table.tsx';

// What does not follow the playing position is drawn only when the verdict changes.
const SteadyReviews = memo(TrackReviews);
const SteadyFacts = memo(VerdictFacts);
const SteadyFigures = memo(Figures);
const SteadyTable = memo(VerdictTable);

interface VerdictBelowProps {
  verdict: Verdict;
  playback: VerdictPlayback;
  questions: ReactNode;
  /** How a new version did against the former one. */
  comparison: ReactNode;
}

/** Everything under the sentence and the picture, section by section. */
export function VerdictBelow({ verdict, playback, questions, comparison }: VerdictBelowProps) {
  const { playMoment } = playback;
  return (
    <>
      <StandingOut verdict={verdict} onPlay={playMoment} />
      <SteadyFacts verdict={verdict} />
      <SteadyTable verdict={verdict} onPlay={playMoment} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <SaidMoments verdict={verdict} playback={playback} />
        <Mentions mentions={verdict.mentions} reviews={verdict.reviews.items.length} />
      </div>
      {questions}
      {comparison}
      <ShareVerdict verdict={verdict} />
      <SteadyReviews page={verdict.reviews} track={verdict.track} onPlay={playMoment} />
      <SteadyFigures verdict={verdict} />
    </>
  );
}

function Figures({ verdict: { track, figures } }: { verdict: Verdict }) {
  return (
    <>
      <FactRow
        facts={[
          { label: 'Plays', value: track.playCount.toLocaleString('en-US') },
          { label: 'Reviews', value: `${track.reviewCount} of ${track.reviewTarget}` },
          { label: 'Average rating', value: track.averageRating?.toFixed(1) ?? '–' },
          ...(track.listeningNow > 0
            ? [{ label: 'Listening now', value: track.listeningNow.toLocaleString('en-US') }]
            : []),
        ]}
      />
      <Charts figures={figures} />
    </>
  );
}
