import { Link } from '@tanstack/react-router';
import type { WaitingPlace } from '#contract/reviewing/listening/listening.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { currentTime } from '#web/ui/display/current-time.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { aboutWhen } from './coming-text.ts';

/** The waiting list for new listeners: their place, and when their turn is likely. */
export function WaitingInLine({ waiting: { place, likelyAt } }: { waiting: WaitingPlace }) {
  const when = likelyAt === null ? '' : ` Your turn is likely ${aboutWhen(likelyAt, currentTime())}.`;
  return (
    <div className="grid gap-8">
      <PageHeading>Review Queue</PageHeading>
      <EmptyState
        title={`You’re number ${place.toLocaleString('en-US')}.${when}`}
        action={
          <Link to="/app/discover" className={buttonStyle({ variant: 'quiet' })}>
            Look around meanwhile
          </Link>
        }
      >
        We let listeners in as tracks come in, so nobody waits at an empty queue. You keep your place, and you
        get a notice and an email when it’s your turn.
      </EmptyState>
    </div>
  );
}
