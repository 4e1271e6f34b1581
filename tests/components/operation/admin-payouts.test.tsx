import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Books } from '#contract/money/books/books.ts';
import type { OpenTransfer } from '#contract/money/payout-transfers/payout-exports.ts';
import { waitingPayout as payout } from '#tests/support/people/waiting-payout.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, noAnswer } from '#tests/support/stand-ins/api-stand-in.ts';
import { BooksTab } from '#web/operation/admin/books/books-tab.tsx';
import { PayoutsTab } from '#web/operation/admin/payouts/payouts-tab.tsx';
import { ReadReview } from '#web/operation/admin/read-review.tsx';

const id = (place: number) => `00000000-0000-4000-8000-00000000000${place}`;
const at = '2026-03-02T10:00:00Z';

beforeEach(() => {
  signInAs({ role: 'admin' });
});

test('payouts approved by rule say so until completed; others say why the rule did not approve them', async () => {
  const payouts = [
    payout(1, { completesAt: at, isByRule: true }),
    payout(2, { completesAt: at }),
    payout(3, { doubts: ['amount', 'artists'] }),
  ];
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => ({ items: payouts, nextCursor: null, oldest: null }));
  await show(<PayoutsTab />);
  await expect.element(page.getByText('approved by rule, completed within ten seconds.')).toBeVisible();
  await expect.element(page.getByText('approved, completed within ten seconds.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Lee 3' });
  await expect.element(row.getByText('Not approved by rule: large amount, unproven artists')).toBeVisible();
  await expect.element(page.getByText(/^Large amount: /)).toBeVisible();
  await expect.element(page.getByText(/^Unproven artists: /)).toBeVisible();
});

test('an approval shows the specified message, with the listener and the amount below', async () => {
  const payouts = [payout(1, {})];
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => ({ items: payouts, nextCursor: null, oldest: null }));
  answerCall(api.admin.decidePayout, ({ params }) => ({
    id: params.payoutId,
    status: 'pending' as const,
    processedAt: null,
    completesAt: at,
  }));
  await show(<PayoutsTab />);
  await page.getByRole('button', { name: 'Approve $5.01 for Lee 1' }).click();
  await expect.element(page.getByText('Payout approved', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Payout request has been approved\./)).toBeVisible();
  await expect.element(page.getByText('Lee 1, $5.01')).toBeVisible();
});

test('a rejection whose response was lost is repeated at once with the same key', async () => {
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => ({
    items: [payout(1, {})],
    nextCursor: null,
    oldest: null,
  }));
  let isLost = true;
  const sent = answerCall(api.admin.decidePayout, ({ params }) =>
    isLost
      ? noAnswer()
      : { id: params.payoutId, status: 'rejected' as const, processedAt: at, completesAt: null },
  );
  await show(<PayoutsTab />);
  await page.getByRole('button', { name: 'Reject $5.01 for Lee 1' }).click();
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => new Promise<never>(() => undefined));
  await page.getByLabelText('Reason').fill('The account is closed.');
  await page.getByRole('button', { name: 'Reject payout' }).click();
  await expect.element(page.getByText('Error processing payout')).toBeVisible();
  isLost = false;
  await page.getByRole('button', { name: 'Reject payout' }).click();
  await expect.element(page.getByText('Payout rejected')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('newest first is the default; the choice of due first is kept, and many payouts can be decided together', async () => {
  const payouts = [payout(1, {}), payout(2, {}), payout(3, {}), payout(4, {})];
  const oldest = { displayName: 'Lee 4', promisedBy: '2026-03-06T23:59:59Z' };
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  const asked = answerCall(api.admin.listPendingPayouts, () => ({
    items: payouts,
    nextCursor: null,
    oldest,
  }));
  answerCall(api.admin.approvePayouts, () => ({
    outcomes: [
      { id: id(1), outcome: 'done' },
      { id: id(2), outcome: 'done' },
      { id: id(3), outcome: 'awaits_second' },
      { id: id(4), outcome: 'money_owed' },
    ],
  }));
  await show(<PayoutsTab />);
  await expect.element(page.getByText('Oldest: Lee 4, due Fri, Mar 6')).toBeVisible();
  expect(page.getByRole('button', { name: 'Approve selected' }).query()).toBeNull();
  await page.getByText('Due first').click();
  await expect.element(page.getByRole('button', { name: 'Approve selected' })).toBeDisabled();
  await show(<PayoutsTab />);
  await page.getByRole('button', { name: 'Select all shown' }).click();
  await page.getByRole('button', { name: 'Approve selected' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.element(page.getByText('2 payouts approved')).toBeVisible();
  await expect.element(page.getByText('$10.03')).toBeVisible();
  await expect
    .element(page.getByText(/1 payout needs a second admin, too\. You couldn’t approve 1 payout\./))
    .toBeVisible();
  expect(asked.map(({ query }) => query.order)).toContain('due');
  await page.getByText('Due first').click();
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
  waitsForCents: null,
  sentAt: at,
  canBeEnded: false,
  ...part,
});

test('a payout being sent says what it waits for, and an admin can end it only if no one else will', async () => {
  answerCall(api.books.readBooks, () => books);
  answerCall(api.books.listEntries, () => ({ items: [], nextCursor: null }));
  answerCall(api.books.listPayoutExports, () => ({ items: [], nextCursor: null }));
  answerCall(api.books.listPayoutCosts, () => ({ items: [], nextCursor: null, totalCents: cents(0) }));
  const items = [
    transfer(1, {}),
    transfer(2, { canBeEnded: true }),
    transfer(3, { transfer: 'waiting', waitsFor: 'method', method: 'paypal', isByRule: true }),
    transfer(4, { transfer: 'waiting', waitsForCents: cents(2000) }),
  ];
  answerCall(api.books.listOpenTransfers, () => ({ items, nextCursor: null }));
  const confirmed = answerCall(api.books.confirmPayout, ({ params }) => ({
    id: params.payoutId,
    transfer: 'paid' as const,
  }));
  await show(<BooksTab />);
  await expect.element(page.getByText('waits for $20.00')).toBeVisible();
  const row = (place: number) => page.getByRole('row').filter({ hasText: `Lee ${place}` });
  await expect.element(row(1).getByText(/^sent /)).toBeVisible();
  expect(row(1).getByRole('button').query()).toBeNull();
  await expect.element(row(3).getByText(/no payment service can send it/)).toBeVisible();
  await expect.element(row(3).getByText('by rule')).toBeVisible();
  expect(
    row(3)
      .getByRole('button', { name: /^Arrived/ })
      .query(),
  ).toBeNull();
  await row(2)
    .getByRole('button', { name: /^Reverse/ })
    .click();
  await expect.element(page.getByText(/First check there that it didn’t arrive/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row(2)
    .getByRole('button', { name: /^Arrived/ })
    .click();
  await expect.element(page.getByText('Payout confirmed')).toBeVisible();
  expect(confirmed.map(({ params }) => params.payoutId)).toEqual([id(2)]);
});

test('a payout that another admin has to decide cannot be selected or decided, also not by key', async () => {
  const payouts = [payout(1, { isOwn: true }), payout(2, {})];
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => ({ items: payouts, nextCursor: null, oldest: null }));
  await show(<PayoutsTab />);
  const dueFirst = page.getByRole('switch', { name: 'Due first' });
  await expect.element(dueFirst).toBeVisible();
  if (!dueFirst.element().matches(':checked')) await page.getByText('Due first').click();
  const row = page.getByRole('row').filter({ hasText: 'Lee 1' });
  await expect.element(row.getByText('Another admin has to decide this one.')).toBeVisible();
  await expect.element(row.getByRole('button')).not.toBeInTheDocument();
  await expect.element(row.getByRole('checkbox')).toBeDisabled();
  await userEvent.keyboard('jr');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Select all shown' }).click();
  await expect.element(page.getByText('1 selected, $5.02')).toBeVisible();
});

test('a review that is read by chance shows its first words, and the rest on request', async () => {
  const words = Array.from({ length: 43 }, (_, place) => `word${place + 1}`).join(' ');
  await show(
    <ReadReview
      isShort
      review={{
        id: '00000000-0000-4000-8000-0000000000b2',
        trackTitle: 'Track 2',
        artistName: 'Ada',
        genre: 'Rock',
        rating: 4,
        comment: words,
        prompts: { worked: null, didNotWork: null, toChange: null },
        notes: [],
        status: 'approved',
        rules: [],
        heardSeconds: 60,
        trackSeconds: 180,
        createdAt: '2026-03-02T10:00:00Z',
      }}
    />,
  );
  await expect.element(page.getByText(/word40 …/)).toBeVisible();
  expect(page.getByText(/word43/).query()).toBeNull();
  await page.getByRole('button', { name: '3 more words of the review of Track 2' }).click();
  await expect.element(page.getByText(/word43/)).toBeVisible();
});
