import { useState } from 'react';
import { cents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import { Button } from '../controls/button.tsx';
import { Tabs } from '../controls/tabs.tsx';
import { Badge, type BadgeVariant } from '../display/badge.tsx';
import { EmptyState } from '../display/empty-state.tsx';
import { Money } from '../display/money.tsx';
import { Panel } from '../display/panel.tsx';
import { ProgressBar } from '../display/progress-bar.tsx';
import { Skeleton } from '../display/skeleton.tsx';
import { ratingText, Stars } from '../display/stars.tsx';
import { type Column, Table } from '../display/table.tsx';
import { TimeAgo } from '../display/time-ago.tsx';

interface Payout {
  name: string;
  amount: Cents;
  state: BadgeVariant;
}

const payouts: Payout[] = [
  { name: 'Ines Okafor', amount: cents(500), state: 'secondary' },
  { name: 'The Long Room', amount: cents(123500), state: 'default' },
  { name: 'Juno Vale', amount: cents(1970), state: 'destructive' },
  { name: 'Harbour Lights', amount: cents(2705), state: 'deleted' },
  { name: 'Mae Lindqvist', amount: cents(15), state: 'earned' },
];
const now = new Date();
const columns: Column<Payout>[] = [
  { id: 'name', header: 'Listener', cell: (row) => row.name, isRowHeader: true },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (row) => <Money cents={row.amount} tone="earned" signed />,
  },
  {
    id: 'date',
    header: 'Requested',
    cell: () => <TimeAgo date={new Date(now.getTime() - 200000).toISOString()} />,
  },
  { id: 'state', header: 'Status', cell: (row) => <Badge variant={row.state}>{row.state}</Badge> },
  {
    id: 'act',
    header: 'Actions',
    cell: (row) => (
      <span className="inline-flex gap-2">
        <Button size="small" aria-label={`Approve ${row.name}`}>
          Approve
        </Button>
        <Button size="small" variant="quiet" aria-label={`Reject ${row.name}`}>
          Reject
        </Button>
      </span>
    ),
  },
];

export function GalleryShown() {
  const [tab, select] = useState<'payouts' | 'users'>('payouts');
  const table = <Table caption="Payouts" columns={columns} rows={payouts} rowKey={(row) => row.name} />;
  return (
    <section aria-label="Shown" className="grid gap-6">
      <h2 className="text-3xl">Shown</h2>
      <Tabs
        label="Sections"
        selected={tab}
        onSelect={select}
        tabs={[
          { id: 'payouts', label: 'Payouts', content: table },
          { id: 'users', label: 'Users', content: <p>Nobody.</p> },
        ]}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <Panel title="Available" level={3} tone="earned">
          <p className="text-4xl font-semibold">
            <Money cents={cents(855)} tone="earned" />
          </p>
        </Panel>
        <Panel title="Rating" level={3}>
          <Stars value={4.3} label={ratingText(4.3, 1204, { one: 'review', many: 'reviews' })} size={20}>
            4.3 of 5 from 1,204 reviews
          </Stars>
        </Panel>
        <Panel title="Waiting" level={3} tone="act">
          <div className="grid gap-2">
            <Skeleton className="h-6 w-2/3" label="Loading" />
            <Skeleton />
            <Skeleton className="h-5 w-1/2" />
          </div>
        </Panel>
      </div>
      <ProgressBar label="Uploading" value={3.2} max={8.1} valueText="3.2 of 8.1 MB" />
      <EmptyState title="Nothing to hear yet" level={3} action={<Button>Upload a track</Button>}>
        Tracks appear here as soon as someone trusts you with one.
      </EmptyState>
    </section>
  );
}
