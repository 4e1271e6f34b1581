import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { answerCall, noAnswer } from '#tests/support/api-stand-in.ts';
import { show } from '#tests/support/component-frame.tsx';
import { CorrectionDialog } from '#web/admin/books/books-correction-dialog.tsx';

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
    <p>It is closed.</p>
  );
}

const dialog = page.getByRole('dialog', { name: 'Correct a balance' });
const amount = page.getByLabelText('Amount');
const reason = page.getByLabelText(/^Reason/);
const send = page.getByRole('button', { name: 'Add $3.00' });

async function writeCorrection(): Promise<void> {
  await show(<Opened />);
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

test('while a correction is being sent, Enter does not send it again and Escape does not close its dialog', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = answerCall(api.books.correctBalance, async () => {
    await promise;
    return { id: listener.listenerId, status: 'booked' as const };
  });
  await writeCorrection();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(dialog).toBeVisible();
  resolve();
  await expect.element(page.getByText('It is closed.')).toBeVisible();
  expect(sent).toHaveLength(1);
});
