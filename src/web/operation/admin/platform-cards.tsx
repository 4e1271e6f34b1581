import type { ReactNode } from 'react';
import { formatCents } from '#contract/cents.ts';
import type { PlatformStats } from '#contract/operation/admin/admin.ts';
import { Money } from '#web/ui/display/money.tsx';

const shown = (count: number) => count.toLocaleString('en-US');

/** The platform's figures, and how much of the daily reward budget is used. */
export function PlatformCards({ stats }: { stats: PlatformStats }) {
  const { paidCents, budgetCents } = stats.rewardsToday;
  return (
    <div className="grid gap-3">
      <Cards stats={stats} />
      <p className="tabular text-sm text-muted">
        Rewards today (UTC): {formatCents(paidCents)}
        {budgetCents !== null && ` of ${formatCents(budgetCents)} a day`}
        {budgetCents !== null && paidCents >= budgetCents && '. More reviews wait until tomorrow.'}
      </p>
    </div>
  );
}

function Cards({ stats }: { stats: PlatformStats }) {
  return (
    <dl className="grid grid-cols-2 gap-px border border-line bg-line lg:grid-cols-4">
      <Card
        name="Total Users"
        note={`${shown(stats.artists)} ${stats.artists === 1 ? 'artist' : 'artists'}, ${shown(stats.listeners)} ${stats.listeners === 1 ? 'listener' : 'listeners'}`}
      >
        {shown(stats.totalUsers)}
      </Card>
      <Card name="Active Tracks">{shown(stats.activeTracks)}</Card>
      <Card name="Total Reviews">{shown(stats.totalReviews)}</Card>
      <Card name="Pending Payouts" note={<Money cents={stats.pendingPayoutCents} tone="earned" />}>
        {shown(stats.pendingPayouts)}
      </Card>
    </dl>
  );
}

function Card({ name, note, children }: { name: string; note?: ReactNode; children: string }) {
  return (
    <div className="grid content-start gap-1 bg-panel p-3 sm:p-6">
      <dt className="text-sm font-semibold text-muted">{name}</dt>
      <dd>
        <span className="tabular block font-display text-3xl sm:text-5xl">{children}</span>
        {note !== undefined && <span className="tabular text-sm text-muted">{note}</span>}
      </dd>
    </div>
  );
}
