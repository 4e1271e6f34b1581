import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Cluster, ClusterDecision, ClusterMember } from '#contract/operation/admin/admin-clusters.ts';
import { namesOfKinds } from '#contract/trust/linked-accounts/relation-kinds.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { clusterQuery } from '../admin-queries.ts';
import { SentenceForm } from '../sentence-form.tsx';
import { succeeds } from '../succeeds.ts';
import { ClusterEvidence } from './cluster-evidence.tsx';
import { ClusterGraph } from './cluster-graph.tsx';
import { useDecideCluster } from './decide-cluster.ts';

const reasonLength = 500;

/** A cluster's members with their evidence, and one decision for those selected. */
export function ClusterPage({ clusterId }: { clusterId: string }) {
  const { data: cluster, error, refetch } = useQuery(clusterQuery(clusterId));
  return (
    <div className="grid gap-6">
      <p>
        <Link to="/app/admin" search={{ tab: 'clusters' }} className={`lone-link ${linkStyle}`}>
          All clusters
        </Link>
      </p>
      {cluster === undefined &&
        (error === null ? (
          <Skeleton className="h-64 w-full" label="Loading..." />
        ) : (
          <LoadFailure title="Error loading admin data" onRetry={() => void refetch()}>
            {failureText(error)}
          </LoadFailure>
        ))}
      {cluster !== undefined && <Record cluster={cluster} />}
    </div>
  );
}

function Record({ cluster }: { cluster: Cluster }) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const named = cluster.members.filter(({ userId }) => !leftOut.has(userId));
  const name = (userId: string, isNamed: boolean) =>
    setLeftOut((before) => {
      const after = new Set(before);
      if (isNamed) after.delete(userId);
      else after.add(userId);
      return after;
    });
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-2">
          <h2 className="text-3xl">{`${cluster.members.length} accounts that belong together`}</h2>
          <p className="max-w-prose text-muted">
            Each shares at least two kinds of evidence with others here. Found{' '}
            <TimeAgo date={cluster.foundAt} />.
          </p>
          {cluster.decided !== null && <Decided decided={cluster.decided} />}
        </div>
        <Decisions cluster={cluster} named={named} />
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title="What they share" level={3}>
          <ClusterEvidence cluster={cluster} />
        </Panel>
        <Panel title="Who shares what" level={3}>
          <ClusterGraph cluster={cluster} />
        </Panel>
      </div>
      <Panel title="Accounts" level={3}>
        <Table
          caption="Accounts of the cluster"
          columns={memberColumns(leftOut, name)}
          rows={cluster.members}
          rowKey={({ userId }) => userId}
        />
      </Panel>
    </>
  );
}

function Decided({ decided }: { decided: NonNullable<Cluster['decided']> }) {
  return (
    <p className="max-w-prose">
      <Badge variant={decided.decision === 'suspended' ? 'destructive' : 'secondary'}>
        {decided.decision}
      </Badge>{' '}
      by {decided.by}, <TimeAgo date={decided.at} />: {decided.reason}
    </p>
  );
}

const memberColumns = (
  leftOut: ReadonlySet<string>,
  onName: (userId: string, isNamed: boolean) => void,
): readonly Column<ClusterMember>[] => [
  {
    id: 'name',
    header: 'Account',
    isRowHeader: true,
    cell: ({ userId, displayName, suspendedAt }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3">
        <Checkbox isSelected={!leftOut.has(userId)} onChange={(isNamed) => onName(userId, isNamed)}>
          <span className="sr-only">Decide about </span>
          {displayName}
        </Checkbox>
        {suspendedAt !== null && <Badge variant="destructive">suspended</Badge>}
      </span>
    ),
  },
  {
    id: 'evidence',
    header: 'Shares',
    cell: ({ kinds }) => namesOfKinds(kinds),
  },
  {
    id: 'reviews',
    header: 'Reviews',
    cell: ({ approvedReviews, pendingReviews }) => (
      <span className="lg:whitespace-nowrap">{`${approvedReviews} approved${pendingReviews === 0 ? '' : `, ${pendingReviews} pending`}`}</span>
    ),
  },
  {
    id: 'available',
    header: 'Available',
    align: 'end',
    isNamed: true,
    cell: ({ availableCents }) => <Money cents={availableCents} />,
  },
  {
    id: 'asked',
    header: 'Pending payouts',
    align: 'end',
    cell: ({ pendingPayoutCents }) => <Money cents={pendingPayoutCents} />,
  },
  {
    id: 'paid',
    header: 'Paid out',
    align: 'end',
    cell: ({ paidOutCents }) => <Money cents={paidOutCents} />,
  },
  {
    id: 'open',
    header: 'Record',
    cell: ({ userId, displayName }) => (
      <Link to="/app/admin" search={{ tab: 'users', user: userId }} className={`lone-link ${linkStyle}`}>
        Open<span className="sr-only"> the record of {displayName}</span>
      </Link>
    ),
  },
];

const count = (people: number) => (people === 1 ? '1 account' : `${people} accounts`);

function Decisions({ cluster, named }: { cluster: Cluster; named: readonly ClusterMember[] }) {
  const [asking, setAsking] = useState<ClusterDecision | null>(null);
  const decision = useDecideCluster(cluster.id);
  if (cluster.isOwn)
    return (
      <p className="max-w-prose text-muted">
        One of its accounts is yours or linked to yours, so another admin decides.
      </p>
    );
  const isSuspended = cluster.decided?.decision === 'suspended';
  const stillOpen = named.filter(({ suspendedAt }) => suspendedAt === null);
  const concerned = asking === 'suspended' ? stillOpen : named;
  const userIds = concerned.map(({ userId }) => userId);
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="quiet"
        isDisabled={named.length === 0}
        isPending={decision.isPending}
        onPress={() => setAsking('dismissed')}
      >
        {isSuspended ? 'Lift suspensions' : 'Dismiss'}
      </Button>
      {cluster.members.some(({ suspendedAt }) => suspendedAt === null) && (
        <Button
          variant="danger"
          isDisabled={stillOpen.length === 0}
          isPending={decision.isPending}
          onPress={() => setAsking('suspended')}
        >
          {stillOpen.length === 0 ? 'Suspend' : `Suspend ${count(stillOpen.length)}`}
        </Button>
      )}
      {asking !== null && (
        <SentenceForm
          title={
            asking === 'suspended'
              ? `Suspend ${count(stillOpen.length)}?`
              : isSuspended
                ? 'Lift suspensions?'
                : 'Dismiss this cluster?'
          }
          label={asking === 'suspended' ? 'Reason, emailed to them' : 'Reason, for the record'}
          most={reasonLength}
          confirmLabel={
            asking === 'suspended'
              ? `Suspend ${count(stillOpen.length)}`
              : isSuspended
                ? 'Lift suspensions'
                : 'Dismiss'
          }
          tone={asking === 'suspended' ? 'danger' : 'act'}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => succeeds(decision.mutateAsync({ decision: asking, userIds, reason }))}
        >
          <p>
            {asking === 'suspended'
              ? 'Their sessions end at once, and they can’t sign in. Pending reviews and payouts are rejected, and the money of the payouts goes back to their wallets. An email gives each of them the reason and the address for an appeal. Accounts that aren’t ticked are left out.'
              : 'They’re left alone until the cluster grows by half. Suspended accounts that are ticked can sign in again and get an email. Rejected reviews stay rejected and can be appealed.'}
          </p>
        </SentenceForm>
      )}
    </div>
  );
}
