import { useInfiniteQuery } from '@tanstack/react-query';
import { plans } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { SubscriptionEntry } from '#contract/operation/admin/admin-billing.ts';
import { callApi } from '#web/calls/api.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { Badge, type BadgeVariant } from '#web/ui/display/badge.tsx';
import { column, figure, rowName } from '#web/ui/display/columns.tsx';
import { currentTime } from '#web/ui/display/current-time.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import type { Column } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminTable } from '../admin-list.tsx';
import { type SubscriptionsShown, subscriptionsQuery } from '../admin-queries.ts';
import { useKeptSearch } from '../kept-search.ts';
import { KeyHelp } from '../key-help.tsx';
import { useListView } from '../list-view.ts';
import { useRowKeys } from '../row-keys.ts';
import { SearchField } from '../search-field.tsx';
import { UserLink } from '../user-link.tsx';
import { BillingPanel } from './billing-panel.tsx';
import { PacksList, Paid, ReversalsList } from './payments.tsx';
import { Refund } from './refund.tsx';

const keys = [['j k', 'move']] as const;
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
        <AdminTable
          query={query}
          empty={<NoSubscriptions search={search} show={show} />}
          list={list}
          caption="Subscriptions"
          columns={columns}
          rowKey={({ userId }) => userId}
        />
      </div>
      <PacksList />
      <ReversalsList />
    </div>
  );
}

function NoSubscriptions({ search, show }: { search: string; show: SubscriptionsShown }) {
  if (search !== '')
    return <EmptyState title="No subscriptions">No subscriptions match “{search}”.</EmptyState>;
  return show === 'attention' ? (
    <EmptyState title="Nothing to look at">No subscription is past due, paused or unclear.</EmptyState>
  ) : (
    <EmptyState title="No subscriptions yet">They’ll appear here after the first checkout.</EmptyState>
  );
}

const states: Readonly<Record<SubscriptionEntry['state'], readonly [label: string, variant: BadgeVariant]>> =
  {
    active: ['active', 'quiet'],
    cancelling: ['canceled', 'secondary'],
    past_due: ['past due', 'destructive'],
    paused: ['paused', 'destructive'],
    ended: ['ended', 'secondary'],
  };
const pauses = {
  dispute: 'A payment is disputed.',
  collection: 'Payments are paused at the provider.',
  unconfirmed: 'The provider hasn’t confirmed the renewal.',
} as const;
const ends = { refund: 'Refunded in full.', dispute: 'The dispute was lost.' } as const;
const problems = {
  unknown_price: 'Its price isn’t in any STRIPE_PRICE_ setting.',
  not_at_provider: 'The provider has no such subscription.',
  unreadable: 'The provider couldn’t be reached. Earshot tries again every hour.',
} as const;

function State({ entry }: { entry: SubscriptionEntry }) {
  const { pausedFor, endedFor, problem, pastDueSince } = entry;
  const [label, variant] = states[entry.state];
  const remarks = [pausedFor && pauses[pausedFor], endedFor && ends[endedFor], problem && problems[problem]];
  return (
    <>
      <Badge variant={variant}>{label}</Badge>
      {remarks.map(
        (remark) =>
          remark !== null && (
            <span key={remark} className="block text-sm text-muted">
              {remark}
            </span>
          ),
      )}
      {pastDueSince !== null && (
        <span className="block text-sm text-muted">
          Payment failed <TimeAgo date={pastDueSince} />.
        </span>
      )}
    </>
  );
}

/** In UTC, as the provider counts. */
const day = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const untilText = (endsAt: string | null): string => {
  if (endsAt === null) return 'renews';
  return new Date(endsAt) < currentTime() ? 'ended' : 'ends';
};

const columns: readonly Column<SubscriptionEntry>[] = [
  rowName('User', ({ userId, displayName }) => <UserLink id={userId} displayName={displayName} />),
  column('Plan', ({ plan }) => plans[plan].label),
  column('State', (entry) => <State entry={entry} />),
  column('Until', ({ endsAt, periodEnd }) => (
    <span className="inline-flex gap-1 lg:flex-col-reverse lg:gap-0">
      <span className="text-sm text-muted">{untilText(endsAt)}</span>
      <time dateTime={endsAt ?? periodEnd} className="whitespace-nowrap">
        {day.format(new Date(endsAt ?? periodEnd))}
      </time>
    </span>
  )),
  figure('Paid', ({ paidCents, refundedCents, currency }) => (
    <Paid cents={paidCents} refundedCents={refundedCents} currency={currency} />
  )),
  column('Refund', (entry) => (
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
  )),
  column(
    'At the provider',
    ({ subscriptionId, priceId }) => (
      <span className="text-sm wrap-anywhere">
        {subscriptionId}
        {priceId !== null && <span className="block text-muted">{priceId}</span>}
      </span>
    ),
    { isAside: true },
  ),
  column(
    'Last notice',
    ({ lastNotice, lastNoticeAt }) =>
      lastNoticeAt === null ? (
        <span className="text-muted">none yet</span>
      ) : (
        <>
          <TimeAgo date={lastNoticeAt} />
          <span className="block text-sm text-muted wrap-anywhere">{lastNotice}</span>
        </>
      ),
    { isAside: true },
  ),
];
