import { useInfiniteQuery } from '@tanstack/react-query';
import { packs } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { SoldPack } from '#contract/operation/admin/admin-billing.ts';
import { callApi } from '#web/calls/api.ts';
import { Money } from '#web/ui/display/money.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminList } from '../admin-list.tsx';
import { packsQuery } from '../admin-queries.ts';
import { UserLink } from './billing-panel.tsx';
import { Refund } from './refund.tsx';

/** Packs that were sold, newest first. */
export function PacksList() {
  const query = useInfiniteQuery(packsQuery);
  return (
    <section aria-labelledby="packs" className="grid gap-4">
      <h2 id="packs" className="text-2xl">
        Packs
      </h2>
      <AdminList query={query} empty={<p className="text-muted">No packs sold yet.</p>}>
        {(sold) => <Table caption="Packs" columns={columns} rows={sold} rowKey={({ id }) => id} />}
      </AdminList>
    </section>
  );
}

const columns: readonly Column<SoldPack>[] = [
  { id: 'user', header: 'User', isRowHeader: true, cell: ({ user }) => <UserLink user={user} /> },
  { id: 'pack', header: 'Pack', cell: ({ pack }) => `${packs[pack].reviews} reviews` },
  {
    id: 'money',
    header: 'Paid',
    align: 'end',
    cell: ({ amountCents, refundedCents, currency }) => (
      <>
        <Money cents={amountCents} currency={currency} />
        {refundedCents > 0 && (
          <span className="block text-sm text-muted">
            <Money cents={refundedCents} currency={currency} /> refunded
          </span>
        )}
      </>
    ),
  },
  { id: 'when', header: 'When', cell: ({ paidAt }) => <TimeAgo date={paidAt} /> },
  {
    id: 'refund',
    header: 'Refund',
    cell: ({ id, user, amountCents, refundedCents, refund, refundableUntil }) => (
      <Refund
        name={user.displayName}
        cents={cents(amountCents - refundedCents)}
        refund={refund}
        until={refundableUntil}
        list="packs"
        ask={() => callApi(api.admin.refundPack, { params: { packId: id } })}
        cancelLabel="Keep the pack"
        effect="Its reviews and its upload are gone from the artist’s account. Each card, mailbox and cluster gets one refund in 30 days."
      />
    ),
  },
];
