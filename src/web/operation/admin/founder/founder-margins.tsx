import { plans } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import { Money } from '#web/ui/display/money.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { UserLink } from '../subscriptions/billing-panel.tsx';

type OfPlan = FounderFigures['byPlan'][number];
type OfArtist = FounderFigures['byArtist'][number];
type Margin = Pick<OfPlan, 'receivedCents' | 'rewardCents' | 'mostCents'>;

const money: readonly Column<Margin>[] = [
  {
    id: 'received',
    header: 'Received',
    align: 'end',
    isNamed: true,
    cell: (row) => <Money cents={row.receivedCents} />,
  },
  {
    id: 'rewards',
    header: 'Paid to listeners',
    align: 'end',
    cell: (row) => <Money cents={row.rewardCents} />,
  },
  {
    id: 'margin',
    header: 'Left so far',
    align: 'end',
    cell: (row) => <Money cents={cents(row.receivedCents - row.rewardCents)} />,
  },
  {
    id: 'least',
    header: 'Left at worst',
    align: 'end',
    cell: (row) => <Money cents={cents(row.receivedCents - row.mostCents)} />,
  },
];

const ofPlan: readonly Column<OfPlan>[] = [
  { id: 'plan', header: 'Plan', isRowHeader: true, cell: planText },
  {
    id: 'artists',
    header: 'Artists',
    align: 'end',
    isNamed: true,
    cell: ({ artists }) => artists.toLocaleString('en-US'),
  },
  ...money,
];
const ofArtist: readonly Column<OfArtist>[] = [
  {
    id: 'artist',
    header: 'Artist',
    isRowHeader: true,
    cell: ({ userId, displayName }) => <UserLink user={{ id: userId, displayName }} />,
  },
  { id: 'plan', header: 'Plan', cell: planText },
  ...money,
];

function planText({ plan }: Pick<OfPlan, 'plan'>): string {
  return plan === 'icon' ? `${plans[plan].label} trial` : plans[plan].label;
}

/** Margins of the running periods by plan, and for the artists with the lowest. */
export function FounderMargins({ figures: { byPlan, byArtist } }: { figures: FounderFigures }) {
  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="font-display text-xl">Current periods</h2>
        <p className="max-w-prose text-sm text-muted">
          “Received” is what was paid for the period after fees, refunds and disputes. “At worst” means that
          every included review and the house pool are used, at the top rate. For a plan that has ended, it’s
          what its tracks received, plus the house pool while any of them is open. After a refund, none is.
        </p>
      </div>
      {byPlan.length === 0 ? (
        <p className="text-muted">No plan is active.</p>
      ) : (
        <>
          <Table
            caption="Current periods by plan"
            columns={ofPlan}
            rows={byPlan}
            rowKey={({ plan }) => plan}
          />
          <h3 className="pt-4 font-semibold">Artists with the smallest margin</h3>
          <Table
            caption="Artists with the smallest margin"
            columns={ofArtist}
            rows={byArtist}
            rowKey={({ userId }) => userId}
          />
        </>
      )}
    </section>
  );
}
