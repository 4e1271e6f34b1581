import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PendingPayout } from '#contract/admin.ts';
import type { Books } from '#contract/books.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { OpenTransfer } from '#contract/payout-exports.ts';
import { answerCall } from '#tests/support/api-stand-in.ts';
import { show, signInAs } from '#tests/support/component-frame.tsx';
import { BooksTab } from '#web/admin/books-tab.tsx';
import { PayoutsTab } from '#web/admin/payouts-tab.tsx';

const id = (place: number) => `00000000-0000-4000-8000-00000000000${place}`;
const at = '2026-03-02T10:00:00Z';

beforeEach(() => {
  signInAs({ role: 'admin' });
});

const payout = (place: number, part: Partial<PendingPayout>): PendingPayout => ({
  id: id(place),
  listenerId: id(place),
  displayName: `Lee ${place}`,
  amountCents: cents(500 + place),
  status: 'pending',
  createdAt: at,
  firstApprovedBy: null,
  isFirst: false,
  isTest: false,
  recentlyReset: false,
  relatedAccounts: 0,
  cluster: null,
  promisedBy: at,
  destination: 'DE •••• 3000',
  sharedDestination: 0,
  isReady: true,
  heldUntil: null,
  isStopped: false,
  isSuspended: false,
  completesAt: null,
  isByRule: false,
  doubts: [],
  ...part,
});

test('what the rule approved says so while it can be undone, and the others say what kept it', async () => {
  const payouts = [
    payout(1, { completesAt: at, isByRule: true }),
    payout(2, { completesAt: at }),
    payout(3, { doubts: ['amount', 'artists'] }),
  ];
  answerCall(api.admin.listPendingPayouts, () => ({ items: payouts, nextCursor: null, oldest: null }));
  await show(<PayoutsTab />);
  await expect.element(page.getByText('approved by rule, completed within ten seconds.')).toBeVisible();
  await expect.element(page.getByText('approved, completed within ten seconds.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Lee 3' });
  await expect.element(row.getByText('Not approved by rule: large amount, artists not proven')).toBeVisible();
  await expect.element(page.getByText(/^Large amount: /)).toBeVisible();
  await expect.element(page.getByText(/^Artists not proven: /)).toBeVisible();
});

const books: Books = {
  audit: null,
  halt: null,
  toExport: [],
  secondAdminAbove: { payoutCents: null, correctionCents: null },
  waitingCorrections: [],
};

const transfer = (place: number, part: Partial<OpenTransfer>): OpenTransfer => ({
  payoutId: id(place),
  listenerId: id(place),
  displayName: `Lee ${place}`,
  amountCents: cents(500 + place),
  approvedAt: at,
  isByRule: false,
  method: 'stripe',
  destination: 'Stripe •••• 1234',
  transfer: 'sending',
  waitsFor: null,
  sentAt: at,
  canBeEnded: false,
  ...part,
});

test('what is on its way says what it waits for, and only what nobody else ends can be ended', async () => {
  answerCall(api.books.readBooks, () => books);
  answerCall(api.books.listEntries, () => ({ items: [], nextCursor: null }));
  answerCall(api.books.listPayoutExports, () => ({ items: [], nextCursor: null }));
  answerCall(api.books.listPayoutCosts, () => ({ items: [], nextCursor: null, totalCents: cents(0) }));
  const items = [
    transfer(1, {}),
    transfer(2, { canBeEnded: true }),
    transfer(3, { transfer: 'waiting', waitsFor: 'method', method: 'paypal', isByRule: true }),
  ];
  answerCall(api.books.listOpenTransfers, () => ({ items, nextCursor: null }));
  const confirmed = answerCall(api.books.confirmPayout, ({ params }) => ({
    id: params.payoutId,
    transfer: 'paid' as const,
  }));
  await show(<BooksTab />);
  const row = (place: number) => page.getByRole('row').filter({ hasText: `Lee ${place}` });
  await expect.element(row(1).getByText(/^sent /)).toBeVisible();
  expect(row(1).getByRole('button').query()).toBeNull();
  await expect.element(row(3).getByText(/no payment service carries it/)).toBeVisible();
  await expect.element(row(3).getByText('by rule')).toBeVisible();
  expect(
    row(3)
      .getByRole('button', { name: /^Arrived/ })
      .query(),
  ).toBeNull();
  await row(2)
    .getByRole('button', { name: /^Book back/ })
    .click();
  await expect.element(page.getByText(/Check there that it didn’t arrive/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row(2)
    .getByRole('button', { name: /^Arrived/ })
    .click();
  await expect.element(page.getByText('Payout confirmed')).toBeVisible();
  expect(confirmed.map(({ params }) => params.payoutId)).toEqual([id(2)]);
});
