import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { platformFigures } from '#tests/support/people/platform-figures.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { answerCall, noAnswer } from '#tests/support/stand-ins/api-stand-in.ts';
import { callApi } from '#web/calls/api.ts';
import { platformStatsQuery } from '#web/operation/admin/admin-queries.ts';
import { LoadedFigures } from '#web/operation/admin/loaded-figures.tsx';
import { Refund } from '#web/operation/admin/subscriptions/refund.tsx';

const payment = {
  name: 'Ada Artist',
  cents: cents(4000),
  refund: null,
  until: '2026-11-27T10:00:00.000Z',
  list: 'subscriptions',
  ask: () => callApi(api.admin.refundPlan, { params: { userId: '00000000-0000-4000-8000-0000000000a1' } }),
  cancelLabel: 'Keep the plan',
  effect: 'The plan ends now.',
} as const;

test('a refund asks for confirmation and states the rest of the payment', async () => {
  const refunds = answerCall(api.admin.refundPlan, () => ({
    state: 'refunded' as const,
    amountCents: cents(4000),
    problem: null,
  }));
  await show(<Refund {...payment} />);
  await expect.element(page.getByText('until Fri, Nov 27')).toBeVisible();
  await page.getByRole('button', { name: 'Refund Ada Artist' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Refund $40.00 to Ada Artist?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep the plan' }).last().click();
  expect(refunds).toHaveLength(0);
  await page.getByRole('button', { name: 'Refund Ada Artist' }).click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect.element(page.getByText('$40.00 goes back to Ada Artist.')).toBeVisible();
  expect(refunds).toHaveLength(1);
});

test('without a possible refund the result of the earlier one is shown, and an open one can be retried', async () => {
  const over = { ...payment, until: null };
  const refused = { state: 'refused', amountCents: cents(4900), problem: 'The bank said no.' } as const;
  await show(
    <>
      <Refund {...over} />
      <Refund {...over} refund={refused} />
      <Refund {...over} refund={{ ...refused, state: 'under_way', problem: null }} />
      <Refund {...over} refund={{ ...refused, state: 'failed', problem: null }} />
    </>,
  );
  await expect.element(page.getByText('Refund refused: The bank said no.')).toBeVisible();
  await expect.element(page.getByText('$49.00 is being refunded')).toBeVisible();
  await expect.element(page.getByText('Refund of $49.00 failed')).toBeVisible();
  const refunds = answerCall(api.admin.refundPlan, () => ({
    state: 'under_way' as const,
    amountCents: cents(4900),
    problem: null,
  }));
  expect(page.getByRole('button').elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Ask again to refund Ada Artist' }).click();
  await expect.element(page.getByText('The refund is on its way')).toBeVisible();
  expect(refunds).toHaveLength(1);
});

test('a refund that failed can be asked for again at once, also while figures load slowly', async () => {
  let asked = 0;
  answerCall(api.admin.readPlatformStats, () => {
    asked += 1;
    return asked === 1 ? platformFigures : new Promise<never>(() => undefined);
  });
  const refund = { state: 'under_way', amountCents: cents(4900), problem: null } as const;
  await show(
    <>
      <LoadedFigures query={platformStatsQuery}>
        {(stats) => <p>{`${stats.totalUsers} users`}</p>}
      </LoadedFigures>
      <Refund {...payment} refund={refund} />
    </>,
  );
  await expect.element(page.getByText('2 users')).toBeVisible();
  answerCall(api.admin.refundPlan, noAnswer);
  const again = page.getByRole('button', { name: 'Ask again to refund Ada Artist' });
  await again.click();
  await expect.element(page.getByText('Not refunded')).toBeVisible();
  expect(asked).toBe(2);
  answerCall(api.admin.refundPlan, () => refund);
  await again.click();
  await expect.element(page.getByText('The refund is on its way')).toBeVisible();
  await expect.element(again).not.toHaveAttribute('aria-disabled');
});
