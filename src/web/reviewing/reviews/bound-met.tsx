import { Link } from '@tanstack/react-router';
import type { ServingBound } from '#contract/reviewing/listening/listening.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { TimeOfDay } from '#web/ui/display/day.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';

/** Shown when a limit keeps a listener from more reviews: the limit, and when it ends. */
export function BoundMet({ bound: { most, endsAt } }: { bound: ServingBound }) {
  return (
    <div className="grid gap-8">
      <PageHeading>Review Queue</PageHeading>
      <EmptyState
        title={`That’s your ${most} reviews for now`}
        action={
          <Link to="/app/my-reviews" className={buttonStyle({ variant: 'quiet' })}>
            My reviews
          </Link>
        }
      >
        You can send {most} reviews in 24 hours. You can review again from <TimeOfDay date={endsAt} />.
      </EmptyState>
    </div>
  );
}
