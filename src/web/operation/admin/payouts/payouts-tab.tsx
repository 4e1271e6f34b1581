import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { Switch } from '#web/ui/controls/switch.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { AdminList } from '../admin-list.tsx';
import { type PayoutOrder, pendingPayoutsQuery } from '../admin-queries.ts';
import { useKeptSearch } from '../kept-search.ts';
import { KeyHelp } from '../key-help.tsx';
import { SearchField } from '../search-field.tsx';
import { PendingPayouts } from './pending-payouts.tsx';
import { WithheldPayouts } from './withheld-payouts.tsx';

const key = 'payouts-due-first';

// Without storage, newest first, as specified.
function kept(): PayoutOrder {
  try {
    return localStorage.getItem(key) === 'on' ? 'due' : 'newest';
  } catch {
    return 'newest';
  }
}

function keep(order: PayoutOrder): void {
  try {
    if (order === 'due') localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
  } catch {
    // Without storage the switch lasts until the page is closed.
  }
}

/** The order of the payout list, remembered by this browser. */
function usePayoutOrder(): { order: PayoutOrder; setDueFirst: (on: boolean) => void } {
  const [order, setOrder] = useState(kept);
  const setDueFirst = (on: boolean) => {
    keep(on ? 'due' : 'newest');
    setOrder(on ? 'due' : 'newest');
  };
  return { order, setDueFirst };
}

const keys = [
  ['j k', 'move'],
  ['o', 'read'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['u', 'undo all'],
] as const;

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Pending requests to approve or reject, optionally sorted by due date and in bulk. */
export function PayoutsTab() {
  const [search, setSearch] = useKeptSearch();
  const { order, setDueFirst } = usePayoutOrder();
  const query = useInfiniteQuery(pendingPayoutsQuery(order, search));
  const { items = [], oldest = null } = query.data?.pages[0] ?? {};
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="w-full sm:w-72">
          <SearchField label="Search listeners" words={search} onSearch={setSearch} />
        </div>
        <KeyHelp keys={keys} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 text-muted wrap-anywhere">
          {oldest !== null && `Oldest: ${oldest.displayName}, due ${day.format(new Date(oldest.promisedBy))}`}
          {oldest === null && items.length > 0 && 'No request has a promised date yet.'}
        </p>
        <Switch isSelected={order === 'due'} onChange={setDueFirst}>
          Due first
        </Switch>
      </div>
      <WithheldPayouts />
      <AdminList<PendingPayout>
        query={query}
        empty={
          search === '' ? (
            <EmptyState title="No pending payouts">Every request has been decided.</EmptyState>
          ) : (
            <EmptyState title="Nothing found">No pending payouts match “{search}”.</EmptyState>
          )
        }
      >
        {(payouts) => <PendingPayouts payouts={payouts} canSelect={order === 'due'} />}
      </AdminList>
    </div>
  );
}
