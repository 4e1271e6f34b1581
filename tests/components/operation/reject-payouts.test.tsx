import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Received } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { waitingPayout as payout } from '#tests/support/people/waiting-payout.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { pressAtOnce, spotOf } from '#tests/support/screens/presses.ts';
import { answerCall, noAnswer } from '#tests/support/stand-ins/api-stand-in.ts';
import { PayoutsTab } from '#web/operation/admin/payouts/payouts-tab.tsx';

const idOf = (place: number) => payout(place).id;
const reason = 'The name differs from the account’s.';
let payouts: readonly PendingPayout[];
let sent: readonly Received<typeof api.admin.rejectPayouts>[];

/** Answers with this for one payout, and rejects the others. */
const answerRejections = (refusedId = '', refusal = 'already_decided') =>
  answerCall(api.admin.rejectPayouts, ({ body: { payoutIds } }) => {
    payouts = payouts.filter(({ id }) => !payoutIds.includes(id) || id === refusedId);
    return { outcomes: payoutIds.map((id) => ({ id, outcome: id === refusedId ? refusal : 'done' })) };
  });

beforeEach(() => {
  signInAs({ role: 'admin' });
  payouts = [payout(1), payout(2), payout(3)];
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => ({ items: [...payouts], nextCursor: null, oldest: null }));
  sent = answerRejections();
});
afterEach(() => localStorage.clear());

const dialog = () => page.getByRole('dialog');
const field = () => page.getByLabelText('Reason');
const rejectAll = (count: number) => page.getByRole('button', { name: `Reject ${count} payouts` });
const row = (place: number) => page.getByRole('row').filter({ hasText: `Lee ${place}` });

/** By key: the rows ignore presses for a moment after they appear. */
async function select(place: number): Promise<void> {
  const box = row(place).getByRole('checkbox');
  await expect.element(box).toBeEnabled();
  box.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(box).toBeChecked();
}

async function showDueFirst(): Promise<void> {
  await show(<PayoutsTab />);
  await page.getByText('Due first').click();
}

/** Leaves the dialog by key; the keyboard's focus is in the list again a moment after it has gone. */
async function leave(asking: ReturnType<typeof dialog>): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await expect.element(asking).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest('[role=row], tr') ?? null).not.toBeNull();
}

/** Opens the dialog for the three payouts. */
async function askAboutAll(): Promise<void> {
  await page.getByRole('button', { name: 'Select all shown' }).click();
  await page.getByRole('button', { name: 'Reject selected' }).click();
  await expect.element(field()).toHaveFocus();
}

test('nothing can be rejected together without a selection, and nothing is rejected without a reason', async () => {
  await showDueFirst();
  await expect.element(page.getByRole('button', { name: 'Reject selected' })).toBeDisabled();
  await askAboutAll();
  await rejectAll(3).click();
  await expect.element(page.getByText('Write 3 to 500 characters.')).toBeVisible();
  await field().fill(' no ');
  await rejectAll(3).click();
  await expect.element(page.getByText('Write 3 to 500 characters.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('3 selected, $15.06')).toBeVisible();
  expect(sent).toEqual([]);
});

test('payouts of test accounts without a destination can be selected to be rejected, not approved', async () => {
  payouts = [payout(1, { isTest: true, destination: null }), payout(2), payout(3, { isOwn: true })];
  await showDueFirst();
  await select(1);
  await expect.element(page.getByRole('button', { name: 'Approve selected' })).toBeDisabled();
  await page.getByRole('button', { name: 'Select all shown' }).click();
  await page.getByRole('button', { name: 'Approve selected' }).click();
  await expect.element(page.getByText('Approve 1 payout?')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Reject selected' }).click();
  await field().fill(reason);
  await rejectAll(2).click();
  await expect.element(page.getByText('2 payouts rejected')).toBeVisible();
  expect(sent.map(({ body }) => body.payoutIds)).toEqual([[idOf(1), idOf(2)]]);
});

test('after the last payout is decided, nothing is left to select', async () => {
  await showDueFirst();
  await askAboutAll();
  await field().fill(reason);
  await rejectAll(3).click();
  await expect.element(page.getByText('No pending payouts')).toBeVisible();
  expect(page.getByText('0 selected').query()).toBeNull();
  expect(page.getByRole('button', { name: 'Select all shown' }).query()).toBeNull();
});

test('a selection is rejected with one reason; a double press sends it once', async () => {
  await showDueFirst();
  await askAboutAll();
  await expect.element(dialog().getByText('Reject 3 payouts?')).toBeVisible();
  await expect
    .element(dialog().getByText(/^\$15\.06 in all goes back to .* Each listener sees your reason\.$/))
    .toBeVisible();
  await field().fill(` ${reason} `);
  const spot = spotOf(rejectAll(3));
  pressAtOnce(spot);
  pressAtOnce(spot);
  await expect.element(page.getByText('3 payouts rejected')).toBeVisible();
  await expect.element(page.getByText('$15.06', { exact: true })).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText('No pending payouts')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ payoutIds: [idOf(1), idOf(2), idOf(3)], reason }]);
});

test.each([
  ['already_decided', '1 was already decided'],
  ['own_decision', '1 needs another admin'],
])(
  'a payout that is not rejected with the others (%s) stays selected, and the message says why',
  async (code, why) => {
    answerRejections(idOf(2), code);
    await showDueFirst();
    await askAboutAll();
    await field().fill(reason);
    await rejectAll(3).click();
    await expect.element(page.getByText('2 payouts rejected')).toBeVisible();
    await expect.element(page.getByText('$10.04', { exact: true })).toBeVisible();
    await expect
      .element(page.getByText(`You couldn’t reject 1 payout: ${why}.`, { exact: false }))
      .toBeVisible();
    await expect.element(page.getByText('1 selected, $5.02')).toBeVisible();
    await expect.element(row(2).getByRole('checkbox')).toBeChecked();
  },
);

test('if the response is lost, the reason and the selection stay, and the same payouts are sent again', async () => {
  const lost = answerCall(api.admin.rejectPayouts, noAnswer);
  await showDueFirst();
  await askAboutAll();
  await field().fill(reason);
  await rejectAll(3).click();
  await expect.element(page.getByText('Error processing payout')).toBeVisible();
  await expect.element(field()).toHaveValue(reason);
  sent = answerRejections();
  await rejectAll(3).click();
  await expect.element(page.getByText('3 payouts rejected')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual(lost.map(({ body }) => body));
});

test('one selected payout is rejected like any other, with the specified message', async () => {
  const decided = answerCall(api.admin.decidePayout, ({ params }) => ({
    id: params.payoutId,
    status: 'rejected' as const,
    processedAt: '2026-03-02T10:00:00Z',
    completesAt: null,
  }));
  await showDueFirst();
  await select(2);
  await page.getByRole('button', { name: 'Reject selected' }).click();
  await field().fill(reason);
  await page.getByRole('button', { name: 'Reject payout' }).click();
  await expect.element(page.getByText(/^Payout request has been rejected\./)).toBeVisible();
  expect(decided.map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { payoutId: idOf(2), status: 'rejected', reason },
  ]);
  expect(sent).toEqual([]);
});

test('on one of several selected payouts, a and r ask about all of them; on another payout, about that one', async () => {
  await showDueFirst();
  await select(1);
  await select(3);
  await userEvent.keyboard('r');
  await expect.element(dialog().getByText('Reject 2 payouts?')).toBeVisible();
  await leave(dialog());
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('alertdialog').getByText('Approve 2 payouts?')).toBeVisible();
  await leave(page.getByRole('alertdialog'));
  await userEvent.keyboard('kr');
  await expect.element(dialog().getByText('Reject this payout?')).toBeVisible();
  await leave(dialog());
  const approvals = answerCall(api.admin.decidePayout, ({ params }) => ({
    id: params.payoutId,
    status: 'pending' as const,
    processedAt: null,
    completesAt: '2026-03-02T10:00:00Z',
  }));
  await userEvent.keyboard('a');
  await expect.poll(() => approvals.map(({ params }) => params.payoutId)).toEqual([idOf(2)]);
});

test('if no payout could be rejected, the message says so and why, without an amount', async () => {
  const refusals = ['already_decided', 'not_found', 'not_found'];
  answerCall(api.admin.rejectPayouts, ({ body: { payoutIds } }) => ({
    outcomes: payoutIds.map((id, place) => ({ id, outcome: refusals[place] ?? 'done' })),
  }));
  await showDueFirst();
  await askAboutAll();
  await field().fill(reason);
  await rejectAll(3).click();
  await expect.element(page.getByText('No payout was rejected')).toBeVisible();
  const why = 'You couldn’t reject 3 payouts: 1 was already decided, 2 could not be rejected.';
  await expect.element(page.getByText(why)).toBeVisible();
  await expect.element(page.getByText('$0.00')).not.toBeInTheDocument();
});
