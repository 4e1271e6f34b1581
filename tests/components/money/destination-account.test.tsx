import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '#contract/call.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { DestinationPanel } from '#web/money/payout-destinations/destination-panel.tsx';

const stripe = {
  id: '00000000-0000-4000-8000-0000000000f1',
  method: 'stripe' as const,
  country: 'DE',
  masked: 'Stripe •••• 1234',
};
const bank = { ...stripe, method: 'bank' as const, masked: 'DE •••• 3000' };

let payee: Answer<typeof api.payoutDestinations.readDestination>;
beforeEach(() => {
  signInAs({ userType: 'listener' });
  payee = {
    current: stripe,
    unconfirmed: null,
    heldUntil: null,
    isStopped: false,
    isMethodGone: false,
    sendsFromCents: cents(2000),
  };
  answerCall(api.payoutDestinations.readDestination, () => payee);
});

const questions = () => page.getByRole('button', { name: 'Answer Stripe’s questions' });
const own = () => page.getByRole('button', { name: 'Open your Stripe account' });

test('Stripe’s questions are shown under the destination, even after earlier payouts', async () => {
  answerCall(api.payoutDestinations.readDestinationAccount, () => ({
    state: 'asked' as const,
    sentence: 'Stripe needs more details from you before it can pay you.',
    asks: ['A tax or identity number.'],
  }));
  await show(<DestinationPanel />);
  await expect.element(page.getByText(/^Stripe needs more details from you/)).toBeVisible();
  await expect.element(page.getByText('A tax or identity number.')).toBeVisible();
  await expect.element(questions()).toBeVisible();
});

test('an account without open questions can be opened', async () => {
  answerCall(api.payoutDestinations.readDestinationAccount, () => ({
    state: 'ready' as const,
    sentence: null,
    asks: [],
  }));
  await show(<DestinationPanel />);
  await expect.element(own()).toBeVisible();
  expect(page.getByText('Stripe has everything it needs.').query()).toBeNull();
});

test('an unconfirmed account says that Stripe has everything it needs', async () => {
  answerCall(api.payoutDestinations.readDestinationAccount, () => ({
    state: 'ready' as const,
    sentence: null,
    asks: [],
  }));
  payee = { ...payee, current: null, unconfirmed: stripe };
  await show(<DestinationPanel />);
  await expect.element(page.getByText('Stripe has everything it needs.')).toBeVisible();
});

test('if Stripe is unreachable, the link to its questions stays available', async () => {
  payee = { ...payee, current: null, unconfirmed: stripe };
  answerCall(api.payoutDestinations.readDestinationAccount, () => refused('provider_unavailable', {}));
  await show(<DestinationPanel />);
  await expect.element(page.getByText(/^We can’t reach Stripe/)).toBeVisible();
  await expect.element(questions()).toBeVisible();
});

test('a closed account asks for another destination and has no link', async () => {
  answerCall(api.payoutDestinations.readDestinationAccount, () => ({
    state: 'gone' as const,
    sentence: null,
    asks: [],
  }));
  await show(<DestinationPanel />);
  await expect.element(page.getByText(/Choose another destination\.$/)).toBeVisible();
  expect(own().query()).toBeNull();
});

test('a bank account makes no call to Stripe', async () => {
  payee = { ...payee, current: bank };
  const asked = answerCall(api.payoutDestinations.readDestinationAccount, () => refused('not_found', {}));
  await show(<DestinationPanel />);
  await expect.element(page.getByText('DE •••• 3000')).toBeVisible();
  expect(own().query()).toBeNull();
  expect(asked).toEqual([]);
});
