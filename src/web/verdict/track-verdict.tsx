import { Link } from '@tanstack/react-router';
import { lazy, memo, Suspense, useMemo } from 'react';
import type { Verdict } from '#contract/verdict.ts';
import { isRefusal } from '#web/api-failures.ts';
import { failureText } from '#web/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Charts } from '#web/reviews/analytics-figures.tsx';
import { FactRow } from '#web/reviews/fact-row.tsx';
import { trackPeaks } from '#web/track-peaks.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { Mentions } from './mentions.tsx';
import { SaidMoments } from './said-moments.tsx';
import { SaveVerdict } from './save-verdict.tsx';
import { StandingOut } from './standing-out.tsx';
import { TrackReviews } from './track-reviews.tsx';
import { useVerdictPlayback } from './use-verdict-playback.ts';
import { VerdictFacts } from './verdict-facts.tsx';
import { VerdictHeading } from './verdict-heading.tsx';
import { useVerdict } from './verdict-queries.ts';
import { VerdictStage } from './verdict-stage.tsx';
import { VerdictTable } from './verdict-table.tsx';

const TrackQuestions = lazy(async () => ({
  default: (await import('#web/questions/track-questions.tsx')).TrackQuestions,
}));

/** One own track: what listeners made of it, in a sentence and a picture that plays, then all that it rests on. */
export function TrackVerdict({ trackId }: { trackId: string }) {
  const { data: verdict, isError, error, isFetching, refetch } = useVerdict(trackId);
  if (verdict !== undefined) return <VerdictView verdict={verdict} />;
  if (!isError) return <Skeleton className="h-96 w-full" label="Loading the track" />;
  return (
    <>
      <PageHeading>Analytics</PageHeading>
      {isRefusal(error, 'not_found') || isRefusal(error, 'malformed') ? (
        <NotYours />
      ) : (
        <LoadFailure title="Error loading analytics" onRetry={() => void refetch()} isRetrying={isFetching}>
          {failureText(error)}
        </LoadFailure>
      )}
    </>
  );
}

const NotYours = () => (
  <EmptyState
    title="No such track"
    action={
      <Link to="/app/tracks" className={buttonStyle({ variant: 'quiet' })}>
        My Tracks
      </Link>
    }
  >
    None of your tracks has this address. It may be another artist's.
  </EmptyState>
);

// What does not follow the playing position is drawn only when the verdict changes.
const SteadyReviews = memo(TrackReviews);
const SteadyFacts = memo(VerdictFacts);
const SteadyFigures = memo(Figures);
const SteadyTable = memo(VerdictTable);
const SteadyQuestions = memo(TrackQuestions);

function VerdictView({ verdict }: { verdict: Verdict }) {
  const { track } = verdict;
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  const playback = useVerdictPlayback(track.id, track.status === 'active');
  const { playMoment } = playback;
  return (
    <article className="verdict grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 not-on-paper">
        <Link to="/app/analytics" search={{}} className={`${linkStyle} inline-block py-2.5`}>
          All tracks
        </Link>
        <SaveVerdict verdict={verdict} />
      </div>
      <VerdictHeading verdict={verdict} peaks={peaks} playback={playback} />
      <VerdictStage verdict={verdict} peaks={peaks} playback={playback} />
      <StandingOut verdict={verdict} onPlay={playMoment} />
      <SteadyFacts verdict={verdict} />
      <SteadyTable verdict={verdict} onPlay={playMoment} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <SaidMoments verdict={verdict} playback={playback} />
        <Mentions mentions={verdict.mentions} reviews={verdict.reviews.items.length} />
      </div>
      <Suspense fallback={<Skeleton className="h-40 w-full" label="Loading your questions" />}>
        <SteadyQuestions trackId={track.id} mayAsk={track.status === 'active'} onPlay={playMoment} />
      </Suspense>
      <SteadyReviews page={verdict.reviews} track={track} onPlay={playMoment} />
      <SteadyFigures verdict={verdict} />
    </article>
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
