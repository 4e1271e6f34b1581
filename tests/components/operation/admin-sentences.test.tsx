import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { platformFigures } from '#tests/support/people/platform-figures.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { answerCall, noAnswer, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { platformStatsQuery } from '#web/operation/admin/admin-queries.ts';
import { CorrectionDialog } from '#web/operation/admin/books/corrections.tsx';
import { LoadedFigures } from '#web/operation/admin/loaded-figures.tsx';
import { PayoutCostDialog } from '#web/operation/admin/payout-transfers/payout-costs.tsx';
import { PlatformCards } from '#web/operation/admin/platform-cards.tsx';

const listener = {
  listenerId: '00000000-0000-4000-8000-0000000000d1',
  displayName: 'Otis',
  availableCents: cents(500),
  pendingCents: cents(0),
  owedCents: cents(0),
  isTest: false,
};

function Opened() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? (
    <CorrectionDialog listener={listener} onClose={() => setIsOpen(false)} />
  ) : (
    <>
      <p>It is closed.</p>
      <button type="button" onClick={() => setIsOpen(true)}>
        Correct again
      </button>
    </>
  );
}

const amount = page.getByLabelText('Amount');
const reason = page.getByLabelText(/^Reason/);
const send = page.getByRole('button', { name: 'Add $3.00' });

async function writeCorrection(beside: ReactNode = null): Promise<void> {
  await show(
    <>
      {beside}
      <Opened />
    </>,
  );
  await amount.fill('3');
  await reason.fill('The bank returned it twice.');
  await send.click();
}

test('an amount and its reason stay in the dialog if the correction fails, and are sent again from there', async () => {
  let isConnected = false;
  const sent = answerCall(api.books.correctBalance, () =>
    isConnected ? { id: listener.listenerId, status: 'booked' as const } : noAnswer(),
  );
  await writeCorrection();
  await expect.element(page.getByText('Nothing was corrected')).toBeVisible();
  await expect.element(amount).toHaveValue('3');
  await expect.element(reason).toHaveValue('The bank returned it twice.');

  isConnected = true;
  await send.click();
  await expect.element(page.getByText('It is closed.')).toBeVisible();
  await expect.element(page.getByText('Correction booked')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { amountCents: 300, reason: 'The bank returned it twice.' },
    { amountCents: 300, reason: 'The bank returned it twice.' },
  ]);
});

/** Corrections are answered once the returned function is called. */
function holdCorrections() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = answerCall(api.books.correctBalance, async () => {
    await promise;
    return { id: listener.listenerId, status: 'booked' as const };
  });
  return { sent, answer: resolve };
}

test('while a correction is being sent, its dialog can be closed, which does not stop it', async () => {
  const { sent, answer } = holdCorrections();
  await writeCorrection();
  await expect.element(page.getByRole('button', { name: 'Close', exact: true }).last()).toBeEnabled();
  expect(page.getByRole('button', { name: 'Cancel' }).query()).toBeNull();
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(page.getByText('It is closed.')).toBeVisible();
  answer();
  await expect.element(page.getByText('Correction booked')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('the response to a correction does not close the dialog that was opened since, which says what it waits for', async () => {
  const { sent, answer } = holdCorrections();
  await writeCorrection();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Correct again' }).click();
  await amount.fill('3');
  await reason.fill('The bank returned it, a second time.');
  await send.click();
  await expect.element(page.getByText('Still waiting for the server')).toBeVisible();
  expect(sent).toHaveLength(1);
  answer();
  await expect.element(page.getByText('Correction booked')).toBeVisible();
  await expect.element(reason).toHaveValue('The bank returned it, a second time.');
  await send.click();
  await expect.element(page.getByText('It is closed.')).toBeVisible();
  expect(sent).toHaveLength(2);
});

test('a booked correction closes its dialog while the figures are still loading', async () => {
  let asked = 0;
  const hung = Promise.withResolvers<void>();
  answerCall(api.admin.readPlatformStats, async () => {
    asked += 1;
    if (asked > 1) await hung.promise;
    return platformFigures;
  });
  answerCall(api.books.correctBalance, () => ({ id: listener.listenerId, status: 'booked' as const }));
  await writeCorrection(
    <LoadedFigures query={platformStatsQuery}>{(stats) => <PlatformCards stats={stats} />}</LoadedFigures>,
  );
  await expect.element(page.getByText('It is closed.')).toBeVisible();
  await expect.poll(() => asked).toBe(2);
  hung.resolve();
});

test('a correction whose response was lost is not booked again with another reason, unless that is meant', async () => {
  const booked = new Map<string, string>();
  let isLost = true;
  answerCall(api.books.correctBalance, ({ body, idempotencyKey }) => {
    const before = booked.get(idempotencyKey);
    if (before !== undefined && before !== body.reason) return refused('key_reused', {});
    booked.set(idempotencyKey, body.reason);
    return isLost ? noAnswer() : { id: listener.listenerId, status: 'booked' as const };
  });
  await writeCorrection();
  await expect.element(page.getByText('Nothing was corrected')).toBeVisible();
  isLost = false;
  await reason.fill('The bank returned it two times.');
  await send.click();
  await expect.element(page.getByText('Your last try went through')).toBeVisible();
  expect([...booked.values()]).toEqual(['The bank returned it twice.']);
  await send.click();
  await expect.element(page.getByText('It is closed.')).toBeVisible();
  expect([...booked.values()]).toEqual(['The bank returned it twice.', 'The bank returned it two times.']);
});

test('a payout cost whose response was lost keeps its key if its text is changed', async () => {
  let isLost = true;
  const sent = answerCall(api.books.bookPayoutCost, () =>
    isLost ? noAnswer() : { id: listener.listenerId },
  );
  let isClosed = false;
  await show(
    <PayoutCostDialog
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
  await amount.fill('3');
  await page.getByLabelText(/^What it was for/).fill('Stripe, the bill of March.');
  await page.getByRole('button', { name: 'Book $3.00' }).click();
  await expect.element(page.getByText('Nothing was booked')).toBeVisible();
  isLost = false;
  await page.getByLabelText(/^What it was for/).fill('Stripe, the bill of April.');
  await page.getByRole('button', { name: 'Book $3.00' }).click();
  await expect.poll(() => isClosed).toBe(true);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});
