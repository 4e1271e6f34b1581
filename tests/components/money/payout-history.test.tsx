import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import type { PayoutRequest, PayoutStatus } from '#contract/money/wallet/wallet.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { PayoutHistory } from '#web/money/wallet/payout-history.tsx';

const payout = (status: PayoutStatus, place: number, part: Partial<PayoutRequest> = {}): PayoutRequest => ({
  id: `00000000-0000-4000-8000-00000000000${place}`,
  amountCents: cents(500 + place),
  status,
  reason: null,
  createdAt: '2026-03-02T10:00:00Z',
  processedAt: status === 'pending' ? null : '2026-03-03T10:00:00Z',
  queuePosition: null,
  promisedBy: null,
  transfer: null,
  destination: null,
  ...part,
});

const showHistory = (payouts: readonly PayoutRequest[], hasMore = false) =>
  show(
    <PayoutHistory payouts={payouts} hasMore={hasMore} isLoadingMore={false} onLoadMore={() => undefined} />,
  );

const row = (amount: string) => page.getByRole('row').filter({ hasText: amount });

/** The colors in which a person sees a badge. */
async function look(badge: Locator): Promise<string> {
  await expect.element(badge).toBeVisible();
  const { color, backgroundColor } = getComputedStyle(badge.element());
  return `${color} on ${backgroundColor}`;
}

test('each payout shows its status: completed and pending have their own style, the other two share one', async () => {
  await showHistory([
    payout('completed', 1),
    payout('pending', 2),
    payout('rejected', 3),
    payout('cancelled', 4),
  ]);
  const completed = await look(row('$5.01').getByText('completed'));
  const pending = await look(row('$5.02').getByText('pending'));
  const rejected = await look(row('$5.03').getByText('rejected'));
  expect(new Set([completed, pending, rejected]).size).toBe(3);
  expect(await look(row('$5.04').getByText('canceled'))).toBe(rejected);
});

test('a pending payout shows its place in the queue and its day, and can be canceled', async () => {
  const promisedBy = '2026-03-06T23:59:59Z';
  await showHistory([
    payout('pending', 1, { queuePosition: 3, promisedBy }),
    payout('pending', 2, { queuePosition: 1, promisedBy }),
  ]);
  await expect.element(row('$5.01').getByText('No. 3 in the queue, decided by Fri, Mar 6')).toBeVisible();
  await expect.element(row('$5.02').getByText('Next in the queue, decided by Fri, Mar 6')).toBeVisible();
  await expect.element(row('$5.01').getByText('Not yet')).toBeVisible();
  await row('$5.01').getByRole('button', { name: 'Cancel request' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Cancel this request?' })).toBeVisible();
});

test('an unpaid payout shows why, and a decided one cannot be canceled', async () => {
  await showHistory([
    payout('rejected', 1, { reason: 'The name does not match the account.' }),
    payout('cancelled', 2),
    payout('rejected', 3, {
      reason: 'The bank sent it back.',
      transfer: 'failed',
      destination: 'DE •••• 3000',
    }),
    payout('completed', 4),
  ]);
  await expect.element(row('$5.01').getByText('The name does not match the account.')).toBeVisible();
  await expect.element(row('$5.02').getByText('You canceled it')).toBeVisible();
  await expect.element(row('$5.03').getByText('The bank sent it back.')).toBeVisible();
  await expect.element(row('$5.03').getByText('Did not arrive')).toBeVisible();
  await expect.element(row('$5.04')).toBeVisible();
  expect(page.getByRole('button', { name: 'Cancel request' }).query()).toBeNull();
});

test('an empty history says so, and Load more is shown only if there are more', async () => {
  await showHistory([]);
  await expect.element(page.getByText('No payouts yet')).toBeVisible();
  expect(page.getByRole('button', { name: 'Load more' }).query()).toBeNull();
  await showHistory([payout('completed', 1)], true);
  await expect.element(page.getByRole('button', { name: 'Load more' })).toBeVisible();
});

test('a payout whose method is gone says so, and what to do', async () => {
  const gone = { transfer: 'waiting', destination: 'pia•••@example.org', isMethodGone: true } as const;
  await showHistory([payout('pending', 1, gone), payout('completed', 2, gone)]);
  await expect.element(row('$5.01').getByText(/cancel this request and request it again/)).toBeVisible();
  await expect.element(row('$5.02').getByText(/Write to support/)).toBeVisible();
});

test('the status includes how and where the money is sent', async () => {
  const destination = 'DE •••• 3000';
  await showHistory([
    payout('pending', 1, { transfer: 'waiting' }),
    payout('completed', 2, { transfer: 'waiting' }),
    payout('pending', 3, { transfer: 'waiting', destination }),
    payout('completed', 4, { transfer: 'sending', destination }),
    payout('completed', 5, { transfer: 'paid', destination }),
    payout('completed', 6, { transfer: 'checking', destination }),
    payout('completed', 7, { transfer: 'waiting', destination, waitsForCents: cents(2000) }),
  ]);
  const needed = 'It waits until you say where it should go.';
  await expect.element(row('$5.01').getByText(needed)).toBeVisible();
  await expect.element(row('$5.02').getByText('Not sent yet: no destination')).toBeVisible();
  await expect.element(row('$5.03').getByText('Goes to DE •••• 3000')).toBeVisible();
  await expect.element(row('$5.04').getByText('On its way: DE •••• 3000')).toBeVisible();
  await expect.element(row('$5.05').getByText('Arrived: DE •••• 3000')).toBeVisible();
  await expect.element(row('$5.06').getByText(/^We’re checking with the payment service/)).toBeVisible();
  const why =
    'Waits until your payouts to DE •••• 3000 reach $20.00 together, because Stripe would charge $2.26 to send $5.07. It goes with your next one.';
  await expect.element(row('$5.07').getByText(why)).toBeVisible();
});
