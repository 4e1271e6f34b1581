import { memo, Suspense } from 'react';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { saveCsv } from '#web/files/save-csv.ts';
import type { Asking } from '#web/music/questions/question-draft.ts';
import { TrackQuestions } from '#web/music/questions/track-questions.tsx';
import { reviewsOfPlaces } from '#web/music/tracks/review-places.ts';
import { TrackListeners } from '#web/reviewing/listening/track-listeners.tsx';
import { UnpaidAnswers } from '#web/reviewing/listening/unpaid-answers.tsx';
import { Charts } from '#web/reviewing/reviews/analytics-figures.tsx';
import { FactRow } from '#web/reviewing/reviews/fact-row.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import type { Peaks } from '#web/ui/music/peaks.ts';
import { ChangedMoments } from './against-former.tsx';
import { Mentions } from './mentions.tsx';
import { QuoteList } from './quote-list.tsx';
import type { Quote } from './quotes.ts';
import { ShareVerdict } from './share-verdict.tsx';
import { TrackReviews } from './track-reviews.tsx';
import { verdictCsv } from './verdict-csv.ts';
import { VerdictFacts } from './verdict-facts.tsx';
import { basisSentences } from './verdict-sentence.ts';
import { VerdictTable } from './verdict-table.tsx';

const PrivateLinks = lazyPart(
  async () => (await import('#web/music/circle/private-links.tsx')).PrivateLinks,
  MissingPart,
);

interface VerdictDetailsProps {
  verdict: Verdict;
  peaks: Peaks;
  quotes: readonly Quote[];
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  onPlay: (second: number) => void;
  onAsk: (about: Asking) => void;
}

/** Everything that is not needed to decide what to do next. Rendered when opened. */
export const VerdictDetails = memo(function VerdictDetails(props: VerdictDetailsProps) {
  const { isOpen, setOpen } = props;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-t border-line pt-4"
    >
      <summary className="lg:py-2">
        <h2 className="inline text-3xl">Details</h2>
      </summary>
      {isOpen && <Opened {...props} />}
    </details>
  );
});

function Opened({ verdict, peaks, quotes, onPlay, onAsk }: VerdictDetailsProps) {
  const { track } = verdict;
  const isHeard = verdict.firstMinute.listeners > 0 || track.reviewCount > 0;
  return (
    <div className="grid gap-8 pt-6">
      {isHeard && (
        <>
          <HowWeCount verdict={verdict} />
          <VerdictTable verdict={verdict} onPlay={onPlay} />
        </>
      )}
      <TrackQuestions trackId={track.id} onAsk={track.status === 'active' ? onAsk : null} onPlay={onPlay} />
      {track.version > 1 && <ChangedMoments track={track} peaks={peaks} onPlay={onPlay} />}
      <QuoteList quotes={quotes} onPlay={onPlay} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Mentions mentions={verdict.mentions} reviews={verdict.reviews.items.length} />
        <TrackReviews page={verdict.reviews} track={track} onPlay={onPlay} />
      </div>
      {isHeard && <Figures verdict={verdict} />}
      <UnpaidAnswers trackId={track.id} />
      <TrackListeners trackId={track.id} />
      <section aria-labelledby="private-links" className="grid gap-4 not-on-paper">
        <h2 id="private-links" className="text-2xl">
          Private links
        </h2>
        <Suspense fallback={<Skeleton className="h-24 w-full" label="Loading your links" />}>
          <PrivateLinks trackId={track.id} isActive={track.status === 'active'} onPlay={onPlay} />
        </Suspense>
      </section>
      <ShareVerdict verdict={verdict} />
      <SaveVerdict verdict={verdict} />
    </div>
  );
}

const HowWeCount = ({ verdict }: { verdict: Verdict }) => (
  <section aria-labelledby="how-we-count" className="grid gap-4">
    <h2 id="how-we-count" className="text-2xl">
      How we count
    </h2>
    <p className="max-w-prose text-muted">
      {basisSentences(verdict.staying).map((sentence) => (
        <span key={sentence}>{sentence} </span>
      ))}
      <span>The dashed line leaves out those who skipped or marked “I’d skip here”.</span>
    </p>
    <VerdictFacts verdict={verdict} />
  </section>
);

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
