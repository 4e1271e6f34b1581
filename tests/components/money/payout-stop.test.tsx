import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { aUserRecord } from '#tests/support/people/user-record.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { UserPage } from '#web/operation/admin/users/user-page.tsx';

const at = '2026-03-02T10:00:00Z';
const userId = aUserRecord.id;

const money = { ...aUserRecord.money, pendingCents: cents(500), earnedCents: cents(500) };
const record = (payoutsStoppedAt: string | null) => ({ ...aUserRecord, payoutsStoppedAt, money });

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
