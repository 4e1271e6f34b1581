import { Link } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MomentCluster, Verdict } from '#contract/insight/verdict/verdict.ts';
import { fewestListenersShown } from '#contract/insight/verdict/verdict-rules.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import type { Asking } from '#web/music/questions/question-draft.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { PreferredVersion } from './against-former.tsx';
import { MarkerFiles, MomentActs, NextActs } from './next-acts.tsx';
import { quotesOf } from './quotes.ts';
import { StandingOut } from './standing-out.tsx';
import { NewestReviews } from './track-reviews.tsx';
import { useVerdictPlayback } from './use-verdict-playback.ts';
import { VerdictDetails } from './verdict-details.tsx';
import { VerdictHeading } from './verdict-heading.tsx';
import { useVerdict } from './verdict-queries.ts';
import { VerdictStage } from './verdict-stage.tsx';

const EditQuestions = lazyPart(
  async () => (await import('#web/music/questions/edit-questions.tsx')).EditQuestions,
  MissingPart,
);

const steps = [
  { from: 1, text: 'Their review and stars, and the moments they loved, would skip or got lost at.' },
  {
    from: fewestListenersShown,
    text: 'How many kept listening after we stopped paying them, for how long, and an average rating.',
  },
  { from: 10, text: 'The moments that stand out, and whether you keep more listeners than most.' },
] as const;

/** What a new track's page will show, and after how many listeners. */
function WhatComes() {
  return (
    <section aria-labelledby="what-comes" className="grid gap-4">
      <h2 id="what-comes" className="text-2xl">
        What you’ll see here
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

function VerdictView({ verdict }: { verdict: Verdict }) {
  const { track, reviews, clusters } = verdict;
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  const quotes = useMemo(
    () => quotesOf(reviews.items, track.durationSeconds),
    [reviews.items, track.durationSeconds],
  );
  const playback = useVerdictPlayback(track.id, track.status === 'active');
  const { playMoment } = playback;
  const { isOpen, setOpen, openAt } = useDetails();
  const [asking, ask] = useState<Asking>();
  const isActive = track.status === 'active';
  const actsOf = useCallback(
    (cluster: MomentCluster) =>
      isActive ? <MomentActs trackId={track.id} cluster={cluster} onAsk={ask} /> : null,
    [isActive, track.id],
  );
  const markers = useMemo(() => <MarkerFiles clusters={clusters} />, [clusters]);
  return (
    <article className="verdict grid gap-6 sm:gap-8">
      <div className="grid gap-4 sm:gap-6">
        <VerdictHeading verdict={verdict} peaks={peaks} playback={playback} />
        <VerdictStage verdict={verdict} peaks={peaks} playback={playback} quotes={quotes}>
          <button
            type="button"
            onClick={() => openAt('how-we-count')}
            className={`${linkStyle} lone-link cursor-pointer`}
          >
            How we count
          </button>
        </VerdictStage>
      </div>
      {isUnheard(verdict) ? (
        <WhatComes />
      ) : (
        <StandingOut verdict={verdict} quotes={quotes} onPlay={playMoment} actsOf={actsOf}>
          {markers}
        </StandingOut>
      )}
      {track.version > 1 && <PreferredVersion track={track} />}
      {track.reviewCount > 0 && (
        <NewestReviews page={reviews} track={track} onPlay={playMoment} onOpen={openAt} />
      )}
      <NextActs track={track} isSharable={verdict.staying.listeners > 0} onAsk={ask} onOpen={openAt} />
      <VerdictDetails
        verdict={verdict}
        peaks={peaks}
        quotes={quotes}
        isOpen={isOpen}
        setOpen={setOpen}
        onPlay={playMoment}
        onAsk={ask}
      />
      <Suspense fallback={null}>
        {asking !== undefined && (
          <EditQuestions trackId={track.id} about={asking} close={() => ask(undefined)} />
        )}
      </Suspense>
    </article>
  );
}

/** The state of the details, and how to open them at a heading. */
function useDetails() {
  const [isOpen, setOpen] = useState(false);
  const openAt = useCallback((headingId: string) => {
    flushSync(() => setOpen(true));
    const heading = document.getElementById(headingId);
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, []);
  return { isOpen, setOpen, openAt };
}

const isUnheard = ({ track, firstMinute, marks }: Verdict) =>
  track.reviewCount === 0 && firstMinute.listeners === 0 && marks.length === 0;
