import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { UserRecord } from '#contract/admin/admin-users.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { answerCall, refused } from '#tests/support/api-stand-in.ts';
import { show, signInAs } from '#tests/support/component-frame.tsx';
import { UserPage } from '#web/admin/users/user-page.tsx';

const at = '2026-03-02T10:00:00Z';
const userId = '00000000-0000-4000-8000-0000000000a1';

const record = (payoutsStoppedAt: string | null): UserRecord => ({
  id: userId,
  displayName: 'Ada',
  username: 'ada',
  email: 'ada@example.org',
  userType: 'listener',
  isAdmin: false,
  isTest: false,
  joinedAt: at,
  suspendedAt: null,
  bio: null,
  confirmedAt: at,
  suspensionReason: null,
  payoutsStoppedAt,
  hasSecondFactor: false,
  roles: [],
  money: {
    availableCents: cents(0),
    pendingCents: cents(500),
    earnedCents: cents(500),
    paidOutCents: cents(0),
  },
  reviews: { pending: 0, approved: 0, rejected: 0, reversed: 0 },
  standing: null,
  tracks: { active: 0, deleted: 0 },
  sessions: [],
  relatedAccounts: [],
  clusterId: null,
});

test('an admin lifts a stop of payouts on the listener’s page, with a reason', async () => {
  signInAs({ role: 'admin' });
  let stoppedAt: string | null = at;
  answerCall(api.admin.readUser, () => record(stoppedAt));
  const lifted = answerCall(api.admin.liftPayoutStop, () => {
    stoppedAt = null;
    return {};
  });
  await show(<UserPage userId={userId} />, '/app/admin');
  await page.getByRole('button', { name: 'Lift the stop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resume payouts of Ada?' });
  await dialog.getByRole('button', { name: 'Lift the stop' }).click();
  expect(lifted).toHaveLength(0);
  await dialog.getByLabelText('Reason, for the record').fill('Spoke with the owner.');
  await dialog.getByRole('button', { name: 'Lift the stop' }).click();
  await expect.element(page.getByText('Payout stop lifted')).toBeVisible();
  await expect.element(page.getByText('Payouts stopped')).not.toBeInTheDocument();
  expect(lifted.map(({ params, body }) => [params.listenerId, body])).toEqual([
    [userId, { reason: 'Spoke with the owner.' }],
  ]);
});

test('a stop lifted by another admin disappears', async () => {
  signInAs({ role: 'admin' });
  let stoppedAt: string | null = at;
  answerCall(api.admin.readUser, () => record(stoppedAt));
  answerCall(api.admin.liftPayoutStop, () => {
    stoppedAt = null;
    return refused('not_found', {});
  });
  await show(<UserPage userId={userId} />, '/app/admin');
  await page.getByRole('button', { name: 'Lift the stop' }).click();
  await page.getByLabelText('Reason, for the record').fill('Spoke with the owner.');
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the stop' }).click();
  await expect.element(page.getByText('Payouts stopped')).not.toBeInTheDocument();
});
