import { memo, type ReactNode } from 'react';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { saveCsv } from '#web/files/save-csv.ts';
import { reviewsOfPlaces } from '#web/music/tracks/review-places.ts';
import { Charts } from '#web/reviewing/reviews/analytics-figures.tsx';
import { FactRow } from '#web/reviewing/reviews/fact-row.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Mentions } from './mentions.tsx';
import { ShareVerdict } from './share-verdict.tsx';
import { StandingOut } from './standing-out.tsx';
import { TrackReviews } from './track-reviews.tsx';
import { verdictCsv } from './verdict-csv.ts';
import { VerdictFacts } from './verdict-facts.tsx';
import { VerdictTable } from './verdict-table.tsx';

interface VerdictBelowProps {
  verdict: Verdict;
  onPlay: (second: number) => void;
  questions: ReactNode;
  /** The comparison of a new version with the former one. */
  comparison: ReactNode;
  /** The list of listeners, and unpaid notes. */
  listeners: ReactNode;
}

/** Everything below the sentence and the picture, by section. Nothing here depends on the playing position. */
export const VerdictBelow = memo(function VerdictBelow(props: VerdictBelowProps) {
  const { verdict, onPlay, questions, comparison, listeners } = props;
  return (
    <>
      <StandingOut verdict={verdict} onPlay={onPlay} />
      <VerdictFacts verdict={verdict} />
      <VerdictTable verdict={verdict} onPlay={onPlay} />
      {questions}
      {comparison}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Mentions mentions={verdict.mentions} reviews={verdict.reviews.items.length} />
        <TrackReviews page={verdict.reviews} track={verdict.track} onPlay={onPlay} />
      </div>
      <Figures verdict={verdict} />
      {listeners}
      <ShareVerdict verdict={verdict} />
      <SaveVerdict verdict={verdict} />
    </>
  );
});

/** Plays and reviews over time, collapsed by default. */
function Figures({ verdict: { track, figures, rating } }: { verdict: Verdict }) {
  return (
    <details className="not-on-paper">
      <summary className="lg:py-2">
        <h2 className="inline text-2xl">Plays and reviews over time</h2>
      </summary>
      <div className="grid gap-4 pt-2">
        <FactRow
          facts={[
            { label: 'Plays', value: track.playCount.toLocaleString('en-US') },
            { label: 'Reviews', value: reviewsOfPlaces(track) },
            { label: 'Average rating', value: track.averageRating?.toFixed(1) ?? '–' },
            ...(track.listeningNow > 0
              ? [{ label: 'Listening now', value: track.listeningNow.toLocaleString('en-US') }]
              : []),
          ]}
        />
        <Charts figures={{ ...figures, ratingInterval: rating?.interval ?? figures.ratingInterval }} />
      </div>
    </details>
  );
}

/** Saves the page's figures as CSV, or prints the page. */
function SaveVerdict({ verdict }: { verdict: Verdict }) {
  return (
    <div className="flex gap-2 not-on-paper">
      <Button variant="quiet" size="small" onPress={() => saveCsv('verdict.csv', verdictCsv(verdict))}>
        Save figures
      </Button>
      <Button variant="quiet" size="small" onPress={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
