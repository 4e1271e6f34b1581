import { Suspense } from 'react';
import type { EmptyQueue } from '#contract/reviewing/listening/empty-queue.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { currentTime } from '#web/ui/display/current-time.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { lazyPart } from '#web/ui/display/lazy-part.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { aboutWhen } from './coming-text.ts';
import { useListenUnpaid, useTellMe } from './empty-queue-acts.ts';

const PushSwitch = lazyPart(async () => (await import('#web/identity/push/push-switch.tsx')).default);

interface NothingWaitsProps {
  empty: EmptyQueue;
  /** The listener has just finished the last track. */
  hasReviewed: boolean;
  refresh: () => Promise<unknown>;
  isRefreshing: boolean;
}

/** The empty queue: why, that the next track appears by itself, and what to do meanwhile. */
export function NothingWaits({ empty, hasReviewed, refresh, isRefreshing }: NothingWaitsProps) {
  return (
    <div className="grid gap-8">
      <PageHeading>Review Queue</PageHeading>
      <EmptyState
        title="No tracks to review"
        action={
          <Button variant="quiet" onPress={() => void refresh()} isPending={isRefreshing}>
            Refresh Queue
          </Button>
        }
      >
        {hasReviewed ? 'That’s all for now. ' : 'No track needs a review right now. '}
        The next track appears here as soon as an artist uploads one. You can leave this page open.
        {empty.likelyAt !== null && ` The next one is likely ${aboutWhen(empty.likelyAt, currentTime())}.`}
      </EmptyState>
      <div className="grid gap-4 md:grid-cols-2">
        <TellMe isAsked={empty.isAsked} />
        {empty.mayListenUnpaid && <ListenUnpaid />}
      </div>
    </div>
  );
}

const optionStyle = 'grid content-between justify-items-start gap-4 border border-line bg-panel p-5';

function TellMe({ isAsked }: { isAsked: boolean }) {
  const { ask, isPending, isWanted } = useTellMe(isAsked);
  return (
    <section aria-labelledby="tell-me" className={optionStyle}>
      <div className="grid gap-1">
        <h2 id="tell-me" className="text-xl">
          {isWanted ? 'We’ll tell you' : 'Away until then?'}
        </h2>
        <p className="text-muted" aria-live="polite">
          {isWanted
            ? 'You’ll get one notice and one email when there’s a track to review. First come, first served.'
            : 'Get one notice and one email when there’s a track to review.'}
        </p>
      </div>
      <Button variant="quiet" onPress={() => ask(!isWanted)} isPending={isPending}>
        {isWanted ? 'Don’t tell me' : 'Tell me'}
      </Button>
      <Suspense>
        <PushSwitch />
      </Suspense>
    </section>
  );
}

function ListenUnpaid() {
  const { listen, isPending } = useListenUnpaid();
  return (
    <section aria-labelledby="listen-unpaid" className={optionStyle}>
      <div className="grid gap-1">
        <h2 id="listen-unpaid" className="text-xl">
          Listen to something meanwhile
        </h2>
        <p className="text-muted">
          Stars, moments and, if you like, a note for the artist. It isn’t paid, and it doesn’t count as a
          review.
        </p>
      </div>
      <Button variant="quiet" onPress={listen} isPending={isPending}>
        Listen unpaid
      </Button>
    </section>
  );
}
