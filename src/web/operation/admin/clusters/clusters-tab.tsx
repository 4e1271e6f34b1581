import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ClusterEntry } from '#contract/operation/admin/admin-clusters.ts';
import { namesOfKinds } from '#contract/trust/linked-accounts/relation-kinds.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { column, money, rowName, timeAgo } from '#web/ui/display/columns.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import type { Column } from '#web/ui/display/table.tsx';
import { AdminTable } from '../admin-list.tsx';
import { clustersQuery, type DecidedView } from '../admin-queries.ts';
import { useListView } from '../list-view.ts';
import { ClusterPage } from './cluster-page.tsx';

const views = [
  { value: 'open', label: 'To decide' },
  { value: 'decided', label: 'Decided' },
] as const satisfies readonly { value: DecidedView; label: string }[];

/** The list of clusters, or the cluster in the URL. */
export function ClustersTab() {
  const { cluster } = useSearch({ from: '/app/admin' });
  return cluster === undefined ? <ClusterList /> : <ClusterPage key={cluster} clusterId={cluster} />;
}

function ClusterList() {
  const [view, setView] = useListView<DecidedView>(views);
  const query = useInfiniteQuery(clustersQuery(view));
  return (
    <div className="grid gap-4">
      <div className="w-full sm:w-40">
        <SelectField label="Show" hideLabel options={views} value={view} onChange={setView} />
      </div>
      <AdminTable
        query={query}
        empty={
          view === 'open' ? (
            <EmptyState title="No clusters to decide">
              Accounts that share a browser, mailbox, payout destination, texts or sending times appear here.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing decided yet">Decided clusters appear here.</EmptyState>
          )
        }
        caption="Clusters of accounts"
        columns={columns}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

const columns: readonly Column<ClusterEntry>[] = [
  rowName('Cluster', ({ id, members, names }) => (
    <span className="grid">
      <Link to="/app/admin" search={{ tab: 'clusters', cluster: id }} className={linkStyle}>
        {`${members} accounts`}
      </Link>
      <span className="text-sm font-normal text-muted">
        {names.join(', ')}
        {members > names.length && `, and ${members - names.length} more`}
      </span>
    </span>
  )),
  column('They share', ({ kinds }) => namesOfKinds(kinds)),
  money('Pending payouts', ({ pendingPayoutCents }) => pendingPayoutCents, { isNamed: true }),
  timeAgo('Found', ({ foundAt }) => foundAt),
  column('Status', ({ decision }) => {
    if (decision === null) return <Badge variant="quiet">to decide</Badge>;
    return <Badge variant={decision === 'suspended' ? 'destructive' : 'secondary'}>{decision}</Badge>;
  }),
];
