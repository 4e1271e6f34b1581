import { useInfiniteQuery } from '@tanstack/react-query';
import { packs } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Reversal, SoldPack } from '#contract/operation/admin/admin-billing.ts';
import type { Cents } from '#contract/primitives.ts';
import { callApi } from '#web/calls/api.ts';
import { Badge, type BadgeVariant } from '#web/ui/display/badge.tsx';
import { column, figure, rowName, timeAgo } from '#web/ui/display/columns.tsx';
import { Money } from '#web/ui/display/money.tsx';
import type { Column } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminSection } from '../admin-figure.tsx';
import { AdminTable } from '../admin-list.tsx';
import { packsQuery, reversalsQuery } from '../admin-queries.ts';
import { UserLink } from '../user-link.tsx';
import { Refund } from './refund.tsx';

interface PaidProps {
  cents: Cents;
  refundedCents: Cents;
  currency: string;
}

export function Paid({ cents: amount, refundedCents, currency }: PaidProps) {
  return (
    <>
      <Money cents={amount} currency={currency} />
      {refundedCents > 0 && (
        <span className="block text-sm text-muted">
          <Money cents={refundedCents} currency={currency} /> refunded
        </span>
      )}
    </>
  );
}

/** Packs that were sold, newest first. */
export function PacksList() {
  return (
    <AdminSection title="Packs">
      <AdminTable
        query={useInfiniteQuery(packsQuery)}
        empty={<p className="text-muted">No packs sold yet.</p>}
        caption="Packs"
        columns={packColumns}
        rowKey={({ id }) => id}
      />
    </AdminSection>
  );
}

const packColumns: readonly Column<SoldPack>[] = [
  rowName('User', ({ user }) => <UserLink {...user} />),
  column('Pack', ({ pack }) => `${packs[pack].reviews} reviews`),
  figure('Paid', ({ amountCents, refundedCents, currency }) => (
    <Paid cents={amountCents} refundedCents={refundedCents} currency={currency} />
  )),
  timeAgo('When', ({ paidAt }) => paidAt),
  column('Refund', ({ id, user, amountCents, refundedCents, refund, refundableUntil }) => (
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
  )),
];

/** Refunds and disputes, newest first. */
export function ReversalsList() {
  return (
    <AdminSection title="Refunds and disputes">
      <AdminTable
        query={useInfiniteQuery(reversalsQuery)}
        empty={<p className="text-muted">No refunds or disputes yet.</p>}
        caption="Refunds and disputes"
        columns={reversalColumns}
        rowKey={({ id }) => id}
      />
    </AdminSection>
  );
}

const badges: Readonly<Record<Reversal['status'], readonly [label: string, variant: BadgeVariant]>> = {
  pending: ['pending', 'secondary'],
  succeeded: ['refunded', 'default'],
  failed: ['failed', 'secondary'],
  inquiry: ['inquiry', 'secondary'],
  open: ['open', 'destructive'],
  won: ['won', 'earned'],
  lost: ['lost', 'destructive'],
};

const reversalColumns: readonly Column<Reversal>[] = [
  rowName('User', ({ user }) => <UserLink {...user} />),
  column('Kind', ({ kind, status }) => {
    const [label, variant] = badges[status];
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        {kind === 'refund' ? 'Refund' : 'Dispute'} <Badge variant={variant}>{label}</Badge>
      </span>
    );
  }),
  figure('Amount', ({ amountCents, paidCents, feeCents, currency }) => (
    <>
      <Money cents={amountCents} currency={currency} />
      <span className="block text-sm text-muted">
        of <Money cents={paidCents} currency={currency} />
        {feeCents !== null && feeCents > 0 && (
          <>
            , fee <Money cents={feeCents} currency={currency} />
          </>
        )}
      </span>
    </>
  )),
  column('Payment', ({ paymentId, paidAt }) => (
    <>
      <span className="text-sm wrap-anywhere">{paymentId}</span>
      <span className="block text-sm text-muted">
        paid <TimeAgo date={paidAt} />
      </span>
    </>
  )),
  timeAgo('When', ({ happenedAt }) => happenedAt),
];
