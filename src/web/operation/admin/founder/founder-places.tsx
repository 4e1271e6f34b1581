import { Link } from '@tanstack/react-router';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Money } from '#web/ui/display/money.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminFigure, FigureGroup } from '../admin-figure.tsx';

const shown = (count: number) => count.toLocaleString('en-US', { maximumFractionDigits: 1 });
const orNone = (figure: number | null) => (figure === null ? 'None yet' : shown(figure));

/** Open places and reviews, and how fast they are filled. */
export function FounderPlaces({ figures }: { figures: FounderFigures }) {
  const { open, listeners, reviewsPerListener, daysToFill, oldestPayout } = figures;
  return (
    <FigureGroup title="Reviews and payouts">
      <AdminFigure name="Open places" what="Reviews that tracks can still get, including those in progress.">
        {shown(open.places)}
      </AdminFigure>
      <AdminFigure name="Waiting reviews" what="Sent, but not decided.">
        {shown(open.pendingReviews)}
      </AdminFigure>
      <AdminFigure
        name="Most they can cost"
        what="Open places at the top rate, waiting reviews at their own."
      >
        <Money cents={open.mostCents} />
      </AdminFigure>
      <AdminFigure name="Days to fill" what="Half of the tracks filled in the last 30 days were faster.">
        {orNone(daysToFill)}
      </AdminFigure>
      <AdminFigure name="Active listeners" what="Sent at least one review in 14 days.">
        {shown(listeners)}
      </AdminFigure>
      <AdminFigure name="Reviews per listener" what="Approved in 14 days, for each active listener.">
        {orNone(reviewsPerListener)}
      </AdminFigure>
      <AdminFigure name="Oldest payout" what="The first request that hasn’t arrived yet.">
        {oldestPayout === null ? 'None' : <OldestPayout payout={oldestPayout} />}
      </AdminFigure>
    </FigureGroup>
  );
}

function OldestPayout({ payout }: { payout: NonNullable<FounderFigures['oldestPayout']> }) {
  const { userId, displayName, createdAt } = payout;
  return (
    <>
      <TimeAgo date={createdAt} />
      <Link
        to="/app/admin"
        search={{ tab: 'users', user: userId }}
        className={`block text-sm wrap-anywhere ${linkStyle}`}
      >
        {displayName}
      </Link>
    </>
  );
}
