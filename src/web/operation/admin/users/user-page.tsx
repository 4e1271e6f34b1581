import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UserRecord } from '#contract/operation/admin/admin-users.ts';
import { namesOfKinds } from '#contract/trust/linked-accounts/relation-kinds.ts';
import { deviceName } from '#web/identity/settings/device-name.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { userQuery } from '../admin-queries.ts';
import { Loaded } from '../loaded-figures.tsx';
import { TestBadge } from '../test-badge.tsx';
import { UserLink } from '../user-link.tsx';
import { PayoutStop, Suspension } from './user-acts.tsx';

/** Everything an admin sees of one user, and the suspension. */
export function UserPage({ userId }: { userId: string }) {
  return (
    <div className="grid gap-6">
      <p>
        <Link to="/app/admin" search={{ tab: 'users' }} className={`lone-link ${linkStyle}`}>
          All users
        </Link>
      </p>
      <Loaded query={useQuery(userQuery(userId))}>{(user) => <Record user={user} />}</Loaded>
    </div>
  );
}

function Record({ user }: { user: UserRecord }) {
  const { reviews, money } = user;
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
          <Facts
            title="Account"
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
          <Facts
            title="Work"
            facts={[
              ['Reviews approved', reviews.approved],
              ['Reviews pending', reviews.pending],
              ['Reviews rejected', reviews.rejected],
              ['Reviews reversed', reviews.reversed],
              ...standingFacts(user.standing),
              ['Tracks', user.tracks.active],
              ['Deleted tracks', user.tracks.deleted],
            ]}
          />
        </div>
        <div className="grid gap-4">
          <Facts
            title="Money"
            facts={[
              ['Available', <Money key="a" cents={money.availableCents} tone="earned" />],
              ['Pending in payouts', <Money key="p" cents={money.pendingCents} />],
              ['Earned in total', <Money key="e" cents={money.earnedCents} />],
              ['Paid out', <Money key="o" cents={money.paidOutCents} />],
            ]}
          />
          <Facts
            title="Sessions"
            none="No active sessions."
            facts={user.sessions.map(({ device, lastSeenAt, createdAt }) => [
              deviceName(device),
              <TimeAgo key={createdAt} date={lastSeenAt} />,
            ])}
          />
          <Facts
            title="Related accounts"
            none="No shared browser, mailbox or payout destination, and no network shared on one day."
            facts={user.relatedAccounts.map(({ id, displayName, shares }) => [
              <UserLink key={id} id={id} displayName={displayName} />,
              `same ${namesOfKinds(shares)}`,
            ])}
          >
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
          </Facts>
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

type Fact = readonly [name: ReactNode, value: ReactNode];

const standingNames = { new: 'New', known: 'Known', trusted: 'Trusted' } as const;

/** Totals of several artists' marks; those of a single artist are private. */
function standingFacts(standing: UserRecord['standing']): readonly Fact[] {
  if (standing === null) return [];
  const { usefulness, marks } = standing;
  const markText =
    marks === null
      ? 'not shown: too few, or your own'
      : `${marks.useful} useful, ${marks.answered} answered, ${marks.notUseful} not useful, by ${marks.artists} artists`;
  return [
    ['Standing', standingNames[standing.standing]],
    ['Usefulness', usefulness === null ? 'no marks count yet' : `${Math.floor(100 * usefulness)}%`],
    ['Artists’ marks', markText],
  ];
}

interface FactsProps {
  title: string;
  facts: readonly Fact[];
  /** Shown instead of no facts. */
  none?: string;
  children?: ReactNode;
}

function Facts({ title, facts, none, children }: FactsProps) {
  return (
    <Panel title={title} level={3}>
      {children}
      {facts.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <dl className="grid">
          {facts.map(([name, value], place) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a fact is its place in the list
              key={place}
              className="flex justify-between gap-4 border-t border-line py-1.5 first:border-t-0"
            >
              <dt className="text-muted">{name}</dt>
              <dd className="tabular min-w-0 text-end">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
