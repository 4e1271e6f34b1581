import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Cluster, ClusterDecision, ClusterMember } from '#contract/operation/admin/admin-clusters.ts';
import { namesOfKinds } from '#contract/trust/linked-accounts/relation-kinds.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { column, money, rowName } from '#web/ui/display/columns.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { useAdminAct } from '../admin-act.ts';
import { clusterQuery } from '../admin-queries.ts';
import { Loaded } from '../loaded-figures.tsx';
import { SentenceForm } from '../sentence-form.tsx';
import { ClusterEvidence, ClusterGraph } from './cluster-shares.tsx';

const reasonLength = 500;

/** A cluster's members with their evidence, and one decision for those selected. */
export function ClusterPage({ clusterId }: { clusterId: string }) {
  return (
    <div className="grid gap-6">
      <p>
        <Link to="/app/admin" search={{ tab: 'clusters' }} className={`lone-link ${linkStyle}`}>
          All clusters
        </Link>
      </p>
      <Loaded query={useQuery(clusterQuery(clusterId))}>{(cluster) => <Record cluster={cluster} />}</Loaded>
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
  rowName('Account', ({ userId, displayName, suspendedAt }) => (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      <Checkbox isSelected={!leftOut.has(userId)} onChange={(isNamed) => onName(userId, isNamed)}>
        <span className="sr-only">Decide about </span>
        {displayName}
      </Checkbox>
      {suspendedAt !== null && <Badge variant="destructive">suspended</Badge>}
    </span>
  )),
  column('Shares', ({ kinds }) => namesOfKinds(kinds)),
  column('Reviews', ({ approvedReviews, pendingReviews }) => (
    <span className="lg:whitespace-nowrap">{`${approvedReviews} approved${pendingReviews === 0 ? '' : `, ${pendingReviews} pending`}`}</span>
  )),
  money('Available', ({ availableCents }) => availableCents, { isNamed: true }),
  money('Pending payouts', ({ pendingPayoutCents }) => pendingPayoutCents),
  money('Paid out', ({ paidOutCents }) => paidOutCents),
  column('Record', ({ userId, displayName }) => (
    <Link to="/app/admin" search={{ tab: 'users', user: userId }} className={`lone-link ${linkStyle}`}>
      Open<span className="sr-only"> the record of {displayName}</span>
    </Link>
  )),
];

const count = (people: number) => (people === 1 ? '1 account' : `${people} accounts`);

interface DecisionWords {
  readonly title: string;
  readonly label: string;
  readonly confirmLabel: string;
  readonly tone: 'act' | 'danger';
  readonly effect: string;
}

const suspending = (people: number): DecisionWords => ({
  title: `Suspend ${count(people)}?`,
  label: 'Reason, emailed to them',
  confirmLabel: `Suspend ${count(people)}`,
  tone: 'danger',
  effect:
    'Their sessions end at once, and they can’t sign in. Pending reviews and payouts are rejected, and the money of the payouts goes back to their wallets. An email gives each of them the reason and the address for an appeal. Accounts that aren’t ticked are left out.',
});
const dismissing = (isSuspended: boolean): DecisionWords => ({
  title: isSuspended ? 'Lift suspensions?' : 'Dismiss this cluster?',
  label: 'Reason, for the record',
  confirmLabel: isSuspended ? 'Lift suspensions' : 'Dismiss',
  tone: 'act',
  effect:
    'They’re left alone until the cluster grows by half. Suspended accounts that are ticked can sign in again and get an email. Rejected reviews stay rejected and can be appealed.',
});

function Decisions({ cluster, named }: { cluster: Cluster; named: readonly ClusterMember[] }) {
  const [asking, setAsking] = useState<ClusterDecision | null>(null);
  const { act, isPending } = useAdminAct('Error deciding the cluster');
  if (cluster.isOwn)
    return (
      <p className="max-w-prose text-muted">
        One of its accounts is yours or linked to yours, so another admin decides.
      </p>
    );
  const open = named.filter(({ suspendedAt }) => suspendedAt === null);
  const dismissal = dismissing(cluster.decided?.decision === 'suspended');
  const words = asking === 'suspended' ? suspending(open.length) : dismissal;
  const decide = (decision: ClusterDecision, reason: string) =>
    act(async () => {
      const userIds = (decision === 'suspended' ? open : named).map(({ userId }) => userId);
      const body = { decision, userIds, reason };
      const { outcomes } = await callApi(api.admin.decideCluster, {
        params: { clusterId: cluster.id },
        body,
      });
      const left = outcomes.filter(({ outcome }) => outcome !== 'done').length;
      const title = decision === 'suspended' ? 'Cluster suspended' : 'Cluster dismissed';
      if (left === 0) return { title };
      return { title, body: `${left} of ${outcomes.length} accounts could not be decided.` };
    });
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="quiet"
        isDisabled={named.length === 0}
        isPending={isPending}
        onPress={() => setAsking('dismissed')}
      >
        {dismissal.confirmLabel}
      </Button>
      {cluster.members.some(({ suspendedAt }) => suspendedAt === null) && (
        <Button
          variant="danger"
          isDisabled={open.length === 0}
          isPending={isPending}
          onPress={() => setAsking('suspended')}
        >
          {open.length === 0 ? 'Suspend' : suspending(open.length).confirmLabel}
        </Button>
      )}
      {asking !== null && (
        <SentenceForm
          title={words.title}
          label={words.label}
          most={reasonLength}
          confirmLabel={words.confirmLabel}
          tone={words.tone}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => decide(asking, reason)}
        >
          <p>{words.effect}</p>
        </SentenceForm>
      )}
    </div>
  );
}
