import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { cents, formatCents } from '#contract/cents.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Switch } from '#web/ui/controls/switch.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminFigure, AdminSection } from '../admin-figure.tsx';
import { founderQuery } from '../admin-queries.ts';
import { LoadedFigures } from '../loaded-figures.tsx';
import { UserLink } from '../user-link.tsx';
import { FounderDays, FounderMargins } from './founder-tables.tsx';
import { WaitingListPanel } from './waiting-list-panel.tsx';

/** What the platform earns, owes and may still have to pay: a sentence and a chart, then each figure with an explanation. */
export function FounderTab() {
  const [withSamples, setWithSamples] = useState(false);
  return (
    <LoadedFigures query={founderQuery(withSamples)}>
      {(figures) => (
        <div className="grid gap-10">
          <MoneyInAndOut figures={figures}>
            <Switch isSelected={withSamples} onChange={setWithSamples}>
              With samples
            </Switch>
            <p className="text-sm text-muted">
              {withSamples ? 'The samples’ money isn’t real.' : 'Sample accounts aren’t counted.'}
            </p>
          </MoneyInAndOut>
          <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
            <MoneyFigures figures={figures} />
            <ReviewFigures figures={figures} />
          </div>
          <FounderMargins figures={figures} />
          <FounderDays figures={figures} />
          <WaitingListPanel />
        </div>
      )}
    </LoadedFigures>
  );
}

interface Part {
  readonly name: string;
  readonly cents: number;
  readonly look: string;
}

/** Income, debts and possible further rewards on one scale. */
function MoneyInAndOut({ figures, children }: { figures: FounderFigures; children: ReactNode }) {
  const { plans, owed, open } = figures;
  const owedCents = cents(owed.availableCents + owed.pendingCents + owed.onTheWayCents);
  const came: Part[] = [{ name: 'Received', cents: Math.max(0, plans.receivedCents), look: 'bg-mint' }];
  const goes: Part[] = [
    { name: 'Owed', cents: owedCents, look: 'bg-brass' },
    { name: 'May still be earned', cents: open.mostCents, look: 'border border-brass-mark bg-panel' },
  ];
  const scale = Math.max(sumOf(came), sumOf(goes));
  return (
    <section aria-label="Money in and out" className="grid gap-5">
      <p className="tabular max-w-prose font-display text-2xl leading-snug sm:text-3xl">
        We received {formatCents(plans.receivedCents)}. We owe {formatCents(owedCents)}, and listeners may
        still earn {formatCents(open.mostCents)}.
      </p>
      <div className="flex flex-wrap items-center gap-x-6">{children}</div>
      {scale > 0 ? (
        <div aria-hidden className="grid gap-5">
          <div className="grid gap-2">
            <Bar parts={came} scale={scale} />
            <Bar parts={goes} scale={scale} />
          </div>
          <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
            {[...came, ...goes].map(({ name, look }) => (
              <li key={name} className="flex items-center gap-2">
                <span className={`size-3 ${look}`} /> {name}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="text-muted">Nothing received yet, and nothing owed.</p>
      )}
    </section>
  );
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.cents, 0);

function Bar({ parts, scale }: { parts: readonly Part[]; scale: number }) {
  return (
    <div className="flex h-7 bg-raised">
      {parts.map(({ name, cents: amount, look }) => (
        <div key={name} className={look} style={{ width: `${(amount / scale) * 100}%` }} />
      ))}
    </div>
  );
}

/** Income from plans, and what listeners are owed. */
function MoneyFigures({ figures: { plans, owed, payoutCostCents } }: { figures: FounderFigures }) {
  const toRefund = (
    <>
      Paid back to artists. To refund a first payment, see{' '}
      <Link to="/app/admin" search={{ tab: 'subscriptions' }} className={linkStyle}>
        Subscriptions
      </Link>
      .
    </>
  );
  const figures = [
    ['Paid for plans', 'Everything artists have paid so far.', plans.paidCents],
    ['Billing fees', 'What the payment provider kept.', plans.feeCents],
    ['Refunds', toRefund, plans.refundCents],
    ['Disputes', 'Taken back by banks and not recovered.', plans.disputeCents],
    ['In wallets', 'Listeners can request a payout once they have $5.00.', owed.availableCents],
    ['Requested', 'In payout requests waiting for a decision.', owed.pendingCents],
    ['On its way', 'Approved, but not arrived yet.', owed.onTheWayCents],
    ['Owed by listeners', 'Reversed after it was paid out.', owed.owedBackCents],
    ['Payout costs', 'What payment services charged for payouts.', payoutCostCents],
  ] as const;
  return (
    <AdminSection title="Money">
      <dl className="grid">
        {figures
          .filter(([name, , amount]) => name !== 'Owed by listeners' || amount < 0)
          .map(([name, what, amount]) => (
            <AdminFigure key={name} name={name} what={what}>
              <Money cents={amount} />
            </AdminFigure>
          ))}
      </dl>
    </AdminSection>
  );
}

const shown = (count: number | null) =>
  count === null ? 'None yet' : count.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Open places and reviews, and how fast they are filled. */
function ReviewFigures({ figures }: { figures: FounderFigures }) {
  const { open, listeners, reviewsPerListener, daysToFill, oldestPayout } = figures;
  const counts = [
    ['Open places', 'Reviews that tracks can still get, including those in progress.', shown(open.places)],
    ['Waiting reviews', 'Sent, but not decided.', shown(open.pendingReviews)],
    [
      'Most they can cost',
      'Open places at the top rate, waiting reviews at their own.',
      formatCents(open.mostCents),
    ],
    ['Days to fill', 'Half of the tracks filled in the last 30 days were faster.', shown(daysToFill)],
    ['Active listeners', 'Sent at least one review in 14 days.', shown(listeners)],
    ['Reviews per listener', 'Approved in 14 days, for each active listener.', shown(reviewsPerListener)],
  ] as const;
  return (
    <AdminSection title="Reviews and payouts">
      <dl className="grid">
        {counts.map(([name, what, count]) => (
          <AdminFigure key={name} name={name} what={what}>
            {count}
          </AdminFigure>
        ))}
        <AdminFigure name="Oldest payout" what="The first request that hasn’t arrived yet.">
          {oldestPayout === null ? (
            'None'
          ) : (
            <>
              <TimeAgo date={oldestPayout.createdAt} />
              <span className="block text-sm wrap-anywhere">
                <UserLink id={oldestPayout.userId} displayName={oldestPayout.displayName} />
              </span>
            </>
          )}
        </AdminFigure>
      </dl>
    </AdminSection>
  );
}
