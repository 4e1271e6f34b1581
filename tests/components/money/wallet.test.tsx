import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { noPayee } from '#tests/support/screens/empty-pages.ts';
import { answerCall, noAnswer, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { WalletPage } from '#web/money/wallet/wallet-page.tsx';

const requested: Answer<typeof api.wallet.requestPayout> = {
  id: '00000000-0000-4000-8000-0000000000f1',
  amountCents: 500,
  status: 'pending',
  reason: null,
  createdAt: '2026-03-02T10:00:00Z',
  processedAt: null,
  queuePosition: 1,
  transfer: 'waiting',
  destination: null,
  promisedBy: '2026-03-06T23:59:59Z',
};

let available: number;
let payouts: (typeof requested)[];
beforeEach(() => {
  available = 500;
  payouts = [];
  signInAs({ userType: 'listener' });
  answerCall(api.wallet.readWallet, () => ({
    availableCents: available,
    pendingCents: 0,
    owedCents: 0,
    totalEarningsCents: 500,
    thisMonthCents: 30,
    reviewsThisMonth: 2,
    underReview: null,
  }));
  answerCall(api.wallet.listPayoutRequests, () => ({ items: payouts, nextCursor: null }));
  answerCall(api.payoutDestinations.readDestination, () => noPayee);
  answerCall(api.wallet.listMovements, () => ({ items: [], nextCursor: null }));
});

const button = () => page.getByRole('button', { name: 'Request Payout' });
const hint = () => page.getByText('Minimum $5.00 required for payout');

test('below $5.00 no payout can be requested, and the minimum is shown', async () => {
  available = 499;
  await show(<WalletPage />);
  await expect.element(button()).toBeDisabled();
  await expect.element(hint()).toBeVisible();
  await expect.element(page.getByText('$0.01 to go')).toBeVisible();
});

test('at $5.00 a payout can be requested', async () => {
  await show(<WalletPage />);
  await expect.element(button()).toBeEnabled();
  await expect.element(page.getByText('Reached')).toBeVisible();
  expect(hint().query()).toBeNull();
});

test('before a request, the wallet says that a small payout to Stripe waits, and why', async () => {
  const account = { id: requested.id, method: 'stripe' as const, country: 'DE', masked: 'Stripe •••• 1234' };
  answerCall(api.payoutDestinations.readDestinationAccount, () => ({
    state: 'ready' as const,
    sentence: null,
    asks: [],
  }));
  answerCall(api.payoutDestinations.readDestination, () => ({
    current: account,
    unconfirmed: null,
    heldUntil: null,
    isStopped: false,
    isMethodGone: false,
    sendsFromCents: 2000,
  }));
  await show(<WalletPage />);
  const why = page.getByText(
    'Stripe would charge $2.26 to send a first $5.00, so approved payouts wait until they reach $20.00 together.',
  );
  await expect.element(why).toBeVisible();
  await expect.element(button()).toBeEnabled();
  available = 2000;
  queryClient.clear();
  await show(<WalletPage />);
  await expect.element(page.getByText('Reached')).toBeVisible();
  expect(why.query()).toBeNull();
});

test('payouts under way come before the balance, with their amount, state and time; others do not', async () => {
  available = 0;
  const destination = 'DE •••• 3000';
  const decided = { queuePosition: null, promisedBy: null, processedAt: '2026-03-05T10:00:00Z', destination };
  payouts = [
    { ...requested, destination },
    {
      ...requested,
      ...decided,
      id: crypto.randomUUID(),
      amountCents: 700,
      status: 'completed',
      transfer: 'sending',
    },
    {
      ...requested,
      ...decided,
      id: crypto.randomUUID(),
      amountCents: 800,
      status: 'completed',
      transfer: 'paid',
    },
    {
      ...requested,
      ...decided,
      id: crypto.randomUUID(),
      amountCents: 900,
      status: 'rejected',
      transfer: 'failed',
    },
  ];
  answerCall(api.payoutDestinations.readDestination, () => ({
    ...noPayee,
    heldUntil: '2026-03-04T10:00:00Z',
  }));
  await show(<WalletPage />);
  const underWay = page.getByRole('region', { name: 'Payouts under way' });
  await expect.element(underWay.getByText('$5.00')).toBeVisible();
  await expect.element(underWay.getByText('Next in the queue, decided by Fri, Mar 6')).toBeVisible();
  await expect.element(underWay.getByText('Goes to DE •••• 3000')).toBeVisible();
  await expect.element(underWay.getByText(/^Not sent before Wed, Mar 4/).first()).toBeVisible();
  await expect.element(underWay.getByText('On its way: DE •••• 3000')).toBeVisible();
  expect(underWay.element().textContent).not.toMatch(/\$[89]\.00/);
  const balance = page.getByRole('region', { name: 'Balance' }).element();
  expect(underWay.element().compareDocumentPosition(balance) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test('a rejected request shows why', async () => {
  answerCall(api.wallet.requestPayout, () => refused('below_minimum_payout', {}));
  await show(<WalletPage />);
  await button().click();
  await expect.element(page.getByText('Minimum payout not met')).toBeVisible();
  await expect.element(page.getByText('You need at least $5.00 to request a payout.')).toBeVisible();
  await expect.element(button()).toBeEnabled();
});

test('a double press requests one payout, which then appears in the history as pending', async () => {
  const answered = Promise.withResolvers<typeof requested>();
  const sent = answerCall(api.wallet.requestPayout, () => answered.promise);
  await show(<WalletPage />);
  await button().dblClick();
  await expect.element(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  available = 0;
  payouts = [requested];
  answered.resolve(requested);
  await expect.element(page.getByText('Payout requested')).toBeVisible();
  await expect
    .element(
      page.getByText(
        'Your payout request has been submitted and will be processed within 3-5 business days.',
      ),
    )
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: /Next in the queue/ })).toBeVisible();
  await expect.element(button()).toBeDisabled();
  expect(sent).toHaveLength(1);
});

test('the button is enabled again even if the destination fails to load', async () => {
  answerCall(api.wallet.requestPayout, () => refused('below_minimum_payout', {}));
  await show(<WalletPage />);
  await expect.element(page.getByText('Not set up yet.', { exact: false })).toBeVisible();
  answerCall(api.payoutDestinations.readDestination, () => new Promise<never>(() => undefined));
  await button().click();
  await expect.element(page.getByText('Minimum payout not met')).toBeVisible();
  await expect.element(button()).toBeEnabled();
});

test('a payout request whose response was lost is retried with the same key', async () => {
  const lost = answerCall(api.wallet.requestPayout, noAnswer);
  await show(<WalletPage />);
  await button().click();
  await expect.element(page.getByText('Payout request failed')).toBeVisible();
  const found = answerCall(api.wallet.requestPayout, () => requested);
  await button().click();
  await expect.element(page.getByText('Payout requested')).toBeVisible();
  expect(found.map(({ idempotencyKey }) => idempotencyKey)).toEqual([lost[0]?.idempotencyKey]);
});
