import { plans } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import { Money } from '#web/ui/display/money.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { UserLink } from '../subscriptions/billing-panel.tsx';

type OfSold = FounderFigures['bySold'][number];
type OfArtist = FounderFigures['byArtist'][number];
type Margin = Pick<OfSold, 'receivedCents' | 'rewardCents' | 'mostCents'>;

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

const ofSold: readonly Column<OfSold>[] = [
  { id: 'sold', header: 'Sold', isRowHeader: true, cell: soldText },
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
  { id: 'sold', header: 'Bought', cell: soldText },
  ...money,
];

function soldText({ sold }: Pick<OfSold, 'sold'>): string {
  if (sold === 'pack') return 'Packs';
  return sold === 'icon' ? `${plans[sold].label} trial` : plans[sold].label;
}

/** Margins of the running periods and packs, and for the artists with the lowest. */
export function FounderMargins({ figures: { bySold, byArtist } }: { figures: FounderFigures }) {
  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="font-display text-xl">Current periods and packs</h2>
        <p className="max-w-prose text-sm text-muted">
          “Received” is what was paid after fees, refunds and disputes. “At worst” means that every review,
          and what missed dates may add, is used at the top rate.
        </p>
      </div>
      {bySold.length === 0 ? (
        <p className="text-muted">No plan or pack is active.</p>
      ) : (
        <>
          <Table
            caption="Current periods and packs"
            columns={ofSold}
            rows={bySold}
            rowKey={({ sold }) => sold}
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
