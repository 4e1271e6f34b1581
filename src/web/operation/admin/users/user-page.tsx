import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { suspensionReasonLength } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import type { UserRecord } from '#contract/operation/admin/admin-users.ts';
import { namesOfKinds } from '#contract/trust/linked-accounts/relation-kinds.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useProfile } from '#web/identity/profile/profile-queries.ts';
import { deviceName } from '#web/identity/settings/device-name.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { userQuery } from '../admin-queries.ts';
import { SentenceForm } from '../sentence-form.tsx';
import { succeeds } from '../succeeds.ts';
import { TestBadge } from '../test-badge.tsx';
import { PayoutStop } from './payout-stop.tsx';

/** Everything an admin sees of one user, and the suspension. */
export function UserPage({ userId }: { userId: string }) {
  const { data: user, error, refetch } = useQuery(userQuery(userId));
  return (
    <div className="grid gap-6">
      <p>
        <Link to="/app/admin" search={{ tab: 'users' }} className={`lone-link ${linkStyle}`}>
          All users
        </Link>
      </p>
      {user === undefined &&
        (error === null ? (
          <Skeleton className="h-64 w-full" label="Loading..." />
        ) : (
          <LoadFailure title="Error loading admin data" onRetry={() => void refetch()}>
            {failureText(error)}
          </LoadFailure>
        ))}
      {user !== undefined && <Record user={user} />}
    </div>
  );
}

function Record({ user }: { user: UserRecord }) {
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-2">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="min-w-0 text-3xl wrap-anywhere">{user.displayName}</h2>
            {user.isAdmin && <Badge>admin</Badge>}
            {user.isTest && <TestBadge />}
            {user.suspendedAt !== null && <Badge variant="destructive">suspended</Badge>}
          </div>
          <p className="text-muted wrap-anywhere">
            {user.username}, {user.email}
          </p>
          {user.bio !== null && <p className="max-w-prose wrap-anywhere">{user.bio}</p>}
        </div>
        <Suspension user={user} />
      </header>
      {user.payoutsStoppedAt !== null && <PayoutStop user={user} stoppedAt={user.payoutsStoppedAt} />}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div className="grid gap-4">
          <Panel title="Account" level={3}>
            <Facts
              facts={[
                ['Type', user.userType ?? 'none yet'],
                ['Joined', <TimeAgo key="joined" date={user.joinedAt} />],
                [
                  'Email confirmed',
                  user.confirmedAt === null ? 'no' : <TimeAgo key="on" date={user.confirmedAt} />,
                ],
                ['Two-factor sign-in', user.hasSecondFactor ? 'on' : 'off'],
                ...user.roles.map(
                  ({ role, assignedAt }) =>
                    [`Role ${role}`, <TimeAgo key={assignedAt} date={assignedAt} />] as const,
                ),
                ...(user.suspensionReason === null
                  ? []
                  : [['Suspended because', user.suspensionReason] as const]),
              ]}
            />
          </Panel>
          <Panel title="Work" level={3}>
            <Facts
              facts={[
                ['Reviews approved', user.reviews.approved],
                ['Reviews pending', user.reviews.pending],
                ['Reviews rejected', user.reviews.rejected],
                ['Reviews reversed', user.reviews.reversed],
                ...standingFacts(user.standing),
                ['Tracks', user.tracks.active],
                ['Deleted tracks', user.tracks.deleted],
              ]}
            />
          </Panel>
        </div>
        <div className="grid gap-4">
          <Panel title="Money" level={3}>
            <Facts
              facts={[
                ['Available', <Money key="a" cents={user.money.availableCents} tone="earned" />],
                ['Pending in payouts', <Money key="p" cents={user.money.pendingCents} />],
                ['Earned in total', <Money key="e" cents={user.money.earnedCents} />],
                ['Paid out', <Money key="o" cents={user.money.paidOutCents} />],
              ]}
            />
          </Panel>
          <Panel title="Sessions" level={3}>
            {user.sessions.length === 0 ? (
              <p className="text-muted">No active sessions.</p>
            ) : (
              <Facts
                facts={user.sessions.map(
                  ({ device, lastSeenAt, createdAt }) =>
                    [deviceName(device), <TimeAgo key={createdAt} date={lastSeenAt} />] as const,
                )}
              />
            )}
          </Panel>
          <Panel title="Related accounts" level={3}>
            {user.clusterId !== null && (
              <p className="pb-3">
                <Link
                  to="/app/admin"
                  search={{ tab: 'clusters', cluster: user.clusterId }}
                  className={linkStyle}
                >
                  In a cluster of accounts
                </Link>
              </p>
            )}
            {user.relatedAccounts.length === 0 ? (
              <p className="text-muted">
                No shared browser, mailbox or payout destination, and no network shared on one day.
              </p>
            ) : (
              <Facts
                facts={user.relatedAccounts.map(
                  ({ id, displayName, shares }) =>
                    [
                      <Link
                        key={id}
                        to="/app/admin"
                        search={{ tab: 'users', user: id }}
                        className={linkStyle}
                      >
                        {displayName}
                      </Link>,
                      `same ${namesOfKinds(shares)}`,
                    ] as const,
                )}
              />
            )}
          </Panel>
        </div>
      </div>
      <p>
        <Link
          to="/app/admin"
          search={{ tab: 'activity', user: user.id }}
          className={`lone-link ${linkStyle}`}
        >
          Activity of this user
        </Link>
      </p>
    </>
  );
}

const standingNames = { new: 'New', known: 'Known', trusted: 'Trusted' } as const;

/** Totals of several artists' marks; those of a single artist are private. */
function standingFacts(
  standing: UserRecord['standing'],
): readonly (readonly [name: string, value: string])[] {
  if (standing === null) return [];
  const { usefulness, marks } = standing;
  const said =
    marks === null
      ? 'not shown: too few, or your own'
      : `${marks.useful} useful, ${marks.answered} answered, ${marks.notUseful} not useful, by ${marks.artists} artists`;
  return [
    ['Standing', standingNames[standing.standing]],
    ['Usefulness', usefulness === null ? 'no marks count yet' : `${Math.floor(100 * usefulness)}%`],
    ['Artists’ marks', said],
  ];
}

function Facts({ facts }: { facts: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="grid">
      {facts.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fact is its place in the list
        <div key={place} className="flex justify-between gap-4 border-t border-line py-1.5 first:border-t-0">
          <dt className="text-muted">{name}</dt>
          <dd className="tabular min-w-0 text-end">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Suspension({ user }: { user: UserRecord }) {
  const [isAsking, setIsAsking] = useState(false);
  const queries = useQueryClient();
  const ownId = useProfile().data?.id;
  const isSuspended = user.suspendedAt !== null;
  const suspension = useMutation({
    mutationFn: (reason: string) =>
      callApi(api.admin.setSuspension, {
        params: { userId: user.id },
        body: { suspended: !isSuspended, reason },
      }),
    onSuccess: ({ suspendedAt }) =>
      toast({ title: suspendedAt === null ? 'Suspension lifted' : 'User suspended' }),
    onError: (error) => toast(toastFor(error, { title: 'Error changing suspension' })),
    // Not awaited: the dialog closes before the page changes behind it.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.admin.all }),
  });
  if (user.id === ownId) return null;
  return (
    <>
      <Button
        variant={isSuspended ? 'quiet' : 'danger'}
        isPending={suspension.isPending}
        onPress={() => setIsAsking(true)}
      >
        {isSuspended ? 'Lift suspension' : 'Suspend'}
      </Button>
      {isAsking && (
        <SentenceForm
          title={isSuspended ? `Lift the suspension of ${user.displayName}?` : `Suspend ${user.displayName}?`}
          label={isSuspended ? 'Reason, for the record' : 'Reason, emailed to them'}
          most={suspensionReasonLength}
          confirmLabel={isSuspended ? 'Lift suspension' : 'Suspend user'}
          tone={isSuspended ? 'act' : 'danger'}
          onClose={() => setIsAsking(false)}
          onConfirm={(reason) => succeeds(suspension.mutateAsync(reason))}
        >
          <p>
            {isSuspended
              ? 'They can sign in again, and an email tells them so. Ended sessions stay ended.'
              : 'Every session ends at once, and they can’t sign in. They keep the money they earned. An email gives them the reason and the address for an appeal.'}
          </p>
        </SentenceForm>
      )}
    </>
  );
}
