import { useInfiniteQuery } from '@tanstack/react-query';
import { plans } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { SubscriptionEntry } from '#contract/operation/admin/admin-billing.ts';
import { callApi } from '#web/calls/api.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { currentTime } from '#web/ui/display/current-time.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminList } from '../admin-list.tsx';
import { type SubscriptionsShown, subscriptionsQuery } from '../admin-queries.ts';
import { useKeptSearch } from '../kept-search.ts';
import { KeyHelp } from '../key-help.tsx';
import { useListView } from '../list-view.ts';
import { useRowKeys } from '../row-keys.ts';
import { SearchField } from '../search-field.tsx';
import { BillingPanel, UserLink } from './billing-panel.tsx';
import { PacksList } from './packs-list.tsx';
import { Refund } from './refund.tsx';
import { ReversalsList } from './reversals-list.tsx';
import { remarksOn, stateBadges } from './subscription-states.ts';

const keys = [['j k', 'move']] as const;
/** In UTC, as the provider counts. */
const day = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const choices = [
  { value: 'all', label: 'All subscriptions' },
  { value: 'attention', label: 'Needs attention' },
] as const satisfies readonly { value: SubscriptionsShown; label: string }[];

/** Billed subscriptions with the provider's view, refunds and disputes. */
export function SubscriptionsTab() {
  const [search, setSearch] = useKeptSearch();
  const [show, setShow] = useListView<SubscriptionsShown>(choices);
  const query = useInfiniteQuery(subscriptionsQuery(show, search));
  const list = useRowKeys(() => false);
  return (
    <div className="grid gap-8">
      <BillingPanel />
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div className="grid w-full gap-3 sm:w-auto sm:grid-cols-[12rem_18rem]">
            <SelectField label="Show" hideLabel options={choices} value={show} onChange={setShow} />
            <SearchField label="Search name or email" words={search} onSearch={setSearch} />
          </div>
          <KeyHelp keys={keys} />
        </div>
        <AdminList query={query} empty={<NoSubscriptions search={search} show={show} />}>
          {(subscriptions) => (
            <div ref={list}>
              <Table
                caption="Subscriptions"
                columns={columns}
                rows={subscriptions}
                rowKey={({ userId }) => userId}
                isWalkable
              />
            </div>
          )}
        </AdminList>
      </div>
      <PacksList />
      <ReversalsList />
    </div>
  );
}

function NoSubscriptions({ search, show }: { search: string; show: SubscriptionsShown }) {
  if (search !== '') {
    return <EmptyState title="No subscriptions">No subscriptions match “{search}”.</EmptyState>;
  }
  return show === 'attention' ? (
    <EmptyState title="Nothing to look at">No subscription is past due, paused or unclear.</EmptyState>
  ) : (
    <EmptyState title="No subscriptions yet">They’ll appear here after the first checkout.</EmptyState>
  );
}

const untilText = (endsAt: string | null): string => {
  if (endsAt === null) return 'renews';
  return new Date(endsAt) < currentTime() ? 'ended' : 'ends';
};

const columns: readonly Column<SubscriptionEntry>[] = [
  {
    id: 'user',
    header: 'User',
    isRowHeader: true,
    cell: ({ userId, displayName }) => <UserLink user={{ id: userId, displayName }} />,
  },
  { id: 'plan', header: 'Plan', cell: ({ plan }) => plans[plan].label },
  {
    id: 'state',
    header: 'State',
    cell: (entry) => {
      const [label, variant] = stateBadges[entry.state];
      return (
        <>
          <Badge variant={variant}>{label}</Badge>
          {remarksOn(entry).map((remark) => (
            <span key={remark} className="block text-sm text-muted">
              {remark}
            </span>
          ))}
          {entry.pastDueSince !== null && (
            <span className="block text-sm text-muted">
              Payment failed <TimeAgo date={entry.pastDueSince} />.
            </span>
          )}
        </>
      );
    },
  },
  {
    id: 'until',
    header: 'Until',
    cell: ({ endsAt, periodEnd }) => (
      <span className="inline-flex gap-1 lg:flex-col-reverse lg:gap-0">
        <span className="text-sm text-muted">{untilText(endsAt)}</span>
        <time dateTime={endsAt ?? periodEnd} className="whitespace-nowrap">
          {day.format(new Date(endsAt ?? periodEnd))}
        </time>
      </span>
    ),
  },
  {
    id: 'money',
    header: 'Paid',
    align: 'end',
    cell: ({ paidCents, refundedCents, currency }) => (
      <>
        <Money cents={paidCents} currency={currency} />
        {refundedCents > 0 && (
          <span className="block text-sm text-muted">
            <Money cents={refundedCents} currency={currency} /> refunded
          </span>
        )}
      </>
    ),
  },
  {
    id: 'refund',
    header: 'Refund',
    cell: (entry) => (
      <Refund
        name={entry.displayName}
        cents={cents(entry.paidCents - entry.refundedCents)}
        refund={entry.refund}
        until={entry.refundableUntil}
        list="subscriptions"
        ask={() => callApi(api.admin.refundPlan, { params: { userId: entry.userId } })}
        cancelLabel="Keep the plan"
        effect="The plan ends now, and its tracks take no new listeners. Anyone listening now still gets paid, and the artist keeps the reviews. Each card, mailbox and cluster gets one refund."
      />
    ),
  },
  {
    id: 'provider',
    header: 'At the provider',
    isAside: true,
    cell: ({ subscriptionId, priceId }) => (
      <span className="text-sm wrap-anywhere">
        {subscriptionId}
        {priceId !== null && <span className="block text-muted">{priceId}</span>}
      </span>
    ),
  },
  {
    id: 'notice',
    header: 'Last notice',
    isAside: true,
    cell: ({ lastNotice, lastNoticeAt }) =>
      lastNoticeAt === null ? (
        <span className="text-muted">none yet</span>
      ) : (
        <>
          <TimeAgo date={lastNoticeAt} />
          <span className="block text-sm text-muted wrap-anywhere">{lastNotice}</span>
        </>
      ),
  },
];
