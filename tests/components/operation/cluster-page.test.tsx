import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Cluster, ClusterMember } from '#contract/operation/admin/admin-clusters.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { ClusterPage } from '#web/operation/admin/clusters/cluster-page.tsx';

const clusterId = '00000000-0000-4000-8000-0000000000c1';
const id = (place: number) => `00000000-0000-4000-8000-0000000000a${place}`;
const at = '2026-03-02T10:00:00Z';

beforeEach(() => {
  signInAs({ role: 'admin' });
});

const member = (place: number, name: string): ClusterMember => ({
  userId: id(place),
  displayName: name,
  joinedAt: at,
  suspendedAt: null,
  kinds: ['device', 'payee'],
  approvedReviews: 12,
  pendingReviews: 3,
  availableCents: cents(180),
  pendingPayoutCents: cents(510),
  paidOutCents: cents(0),
});

const cluster = (over: Partial<Cluster> = {}): Cluster => ({
  id: clusterId,
  foundAt: at,
  changedAt: at,
  members: [member(0, 'Ada'), member(1, 'Bea'), member(2, 'Cleo')],
  links: [
    { kind: 'device', userIds: [id(0), id(1), id(2)] },
    { kind: 'payee', userIds: [id(0), id(1)] },
  ],
  decided: null,
  isOwn: false,
  ...over,
});

const showCluster = async (over: Partial<Cluster> = {}) => {
  answerCall(api.admin.readCluster, () => cluster(over));
  await show(<ClusterPage clusterId={clusterId} />, '/app/admin');
};

test('each account is listed with its evidence, and the drawing has an accessible name', async () => {
  await showCluster();
  await expect.element(page.getByRole('heading', { name: '3 accounts that belong together' })).toBeVisible();
  await expect.element(page.getByText('3 accounts: Ada, Bea, Cleo')).toBeVisible();
  await expect.element(page.getByText('2 accounts: Ada, Bea', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('img', { name: /^3 accounts and 2 pieces of evidence/ })).toBeVisible();
});

test('one decision suspends the selected accounts only', async () => {
  const decided = answerCall(api.admin.decideCluster, ({ body }) => ({
    decision: body.decision,
    outcomes: body.userIds.map((userId) => ({ id: userId, outcome: 'done' })),
  }));
  await showCluster();
  await userEvent.click(page.getByText('Decide about Bea'));
  await userEvent.click(page.getByRole('button', { name: 'Suspend 2 accounts' }));
  await userEvent.fill(page.getByLabelText('Reason, emailed to them'), 'One person, one browser.');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Suspend 2 accounts' }));
  await expect.element(page.getByText('Cluster suspended')).toBeVisible();
  expect(decided.map(({ body }) => body)).toEqual([
    { decision: 'suspended', userIds: [id(0), id(2)], reason: 'One person, one browser.' },
  ]);
});

test('an admin with an account in the cluster, or one linked to it, cannot decide about it', async () => {
  await showCluster({ isOwn: true });
  await expect
    .element(page.getByText('One of its accounts is yours or linked to yours, so another admin decides.'))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: /Suspend/ })).not.toBeInTheDocument();
});

test('a decision shows who made it and why, and its suspensions can be lifted', async () => {
  await showCluster({ decided: { decision: 'suspended', at, by: 'Ari', reason: 'One person.' } });
  await expect.element(page.getByText(/by Ari, .*: One person\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Lift suspensions' })).toBeVisible();
});

const suspended = { ...member(0, 'Ada'), suspendedAt: at };

test('an account that is already suspended is not suspended again', async () => {
  await showCluster({ members: [suspended, member(1, 'Bea'), member(2, 'Cleo')] });
  await expect.element(page.getByRole('button', { name: 'Suspend 2 accounts' })).toBeEnabled();
});

test('a cluster of suspended accounts has no button to suspend', async () => {
  await showCluster({ members: [suspended] });
  await expect.element(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Suspend/ })).not.toBeInTheDocument();
});
