import { Link } from '@tanstack/react-router';
import { memo, Suspense, useMemo } from 'react';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { fewestListenersShown } from '#contract/insight/verdict/verdict-rules.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { TrackQuestions } from '#web/music/questions/track-questions.tsx';
import { TrackListeners } from '#web/reviewing/listening/track-listeners.tsx';
import { UnpaidAnswers } from '#web/reviewing/listening/unpaid-answers.tsx';
import { trackPeaks } from '#web/track-peaks.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { AgainstFormer } from './against-former.tsx';
import { SaidMoments } from './said-moments.tsx';
import { useVerdictPlayback } from './use-verdict-playback.ts';
import { VerdictBelow } from './verdict-below.tsx';
import { VerdictHeading } from './verdict-heading.tsx';
import { useVerdict } from './verdict-queries.ts';
import { VerdictStage } from './verdict-stage.tsx';

const steps = [
  { from: 1, text: 'Their review and stars, and the moments they loved, got lost at or would skip.' },
  {
    from: fewestListenersShown,
    text: 'How many kept listening after the minute they were paid for, how long, and an average rating.',
  },
  { from: 10, text: 'The moments that stand out, and whether more stay than with most tracks here.' },
] as const;

/** What a new track's page will show, and after how many listeners. */
function WhatComes() {
  return (
    <section aria-labelledby="what-comes" className="grid gap-4">
      <h2 id="what-comes" className="text-2xl">
        What you will see here
      </h2>
      <ol className="grid gap-px border border-line bg-line sm:grid-cols-3">
        {steps.map(({ from, text }) => (
          <li key={from} className="grid content-start gap-2 bg-panel p-4 sm:p-5">
            <span className="font-display text-3xl">
              {from}{' '}
              <span className="font-text text-sm font-normal text-muted">
                {from === 1 ? 'listener' : 'listeners'}
              </span>
            </span>
            <span className="text-muted">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The verdict on the user's own track: a sentence and a playable picture, then the details. */
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
    title="Track not found"
    action={
      <Link to="/app/tracks" className={buttonStyle({ variant: 'quiet' })}>
        My Tracks
      </Link>
    }
  >
    None of your tracks has this address.
  </EmptyState>
);

// Memoized, because these do not depend on the playing position.
const SteadyQuestions = memo(TrackQuestions);
const SteadyListeners = memo(TrackListeners);
const SteadyAgainstFormer = memo(AgainstFormer);
const SteadyUnpaid = memo(UnpaidAnswers);

function VerdictView({ verdict }: { verdict: Verdict }) {
  const { track } = verdict;
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  const playback = useVerdictPlayback(track.id, track.status === 'active');
  const { playMoment } = playback;
  const mayAsk = track.status === 'active';
  // A stable element, so that it only rerenders when the verdict changes, not during playback.
  const questions = useMemo(
    () => (
      <Suspense fallback={<Skeleton className="h-40 w-full" label="Loading your questions" />}>
        <SteadyQuestions trackId={track.id} mayAsk={mayAsk} onPlay={playMoment} />
      </Suspense>
    ),
    [track.id, mayAsk, playMoment],
  );
  const comparison = useMemo(
    () =>
      track.version > 1 && (
        <Suspense fallback={<Skeleton className="h-40 w-full" label="Loading the comparison" />}>
          <SteadyAgainstFormer track={track} peaks={peaks} onPlay={playMoment} />
        </Suspense>
      ),
    [track, peaks, playMoment],
  );
  const listeners = useMemo(
    () => (
      <Suspense fallback={null}>
        <SteadyUnpaid trackId={track.id} />
        <SteadyListeners trackId={track.id} />
      </Suspense>
    ),
    [track.id],
  );
  return (
    <article className="verdict grid gap-8">
      <div className="grid gap-6">
        <VerdictHeading verdict={verdict} peaks={peaks} playback={playback} />
        <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_auto]">
          <VerdictStage verdict={verdict} peaks={peaks} playback={playback} />
          <SaidMoments verdict={verdict} playback={playback} />
        </div>
      </div>
      {isUnheard(verdict) ? (
        <>
          <WhatComes />
          {questions}
          {comparison}
          {listeners}
        </>
      ) : (
        <VerdictBelow
          verdict={verdict}
          questions={questions}
          comparison={comparison}
          listeners={listeners}
          onPlay={playMoment}
        />
      )}
    </article>
  );
}

const isUnheard = ({ track, firstMinute, marks }: Verdict) =>
  track.reviewCount === 0 && firstMinute.listeners === 0 && marks.length === 0;
