import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { noPayee } from '#tests/support/screens/empty-pages.ts';
import { answerCall, noAnswer, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { CallbackPage } from '#web/identity/sign-in/callback-page.tsx';
import { PayoutLinkPage } from '#web/money/payout-destinations/payout-link-page.tsx';

const recovery = '/auth/callback?by=email#type=recovery&token=t';
const confirmation = '/auth/callback?by=email#type=signup&token=t';
const destination = '/payouts/link?by=email#type=payee&token=t';
const button = (name: string) => page.getByRole('button', { name });
const link = (name: string) => page.getByRole('link', { name });
const kim = { email: 'kim@example.org', masked: null, isConfirmed: false };

async function savePassword(): Promise<void> {
  await page.getByLabelText('New password', { exact: true }).fill('a velvet curtain at noon');
  await button('Save the new password').click();
  await expect.element(page.getByText('Password changed')).toBeVisible();
}

test('a new password is for the account that the page names, also if another one is signed in', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.accounts.readEmailedLink, () => kim);
  answerCall(api.accounts.resetPassword, () => ({}));
  await show(<CallbackPage />, recovery);
  await expect.element(page.getByText('kim@example.org')).toBeVisible();
  await savePassword();
  await expect
    .element(
      page.getByText('You’re still signed in as ada@example.org. To use the new password, sign out first.'),
    )
    .toBeVisible();
});

test('a new password of the account that is signed in leads to the sign-in page', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.accounts.readEmailedLink, () => ({ ...kim, email: 'ada@example.org' }));
  answerCall(api.accounts.resetPassword, () => ({}));
  await show(<CallbackPage />, recovery);
  await expect.element(page.getByText('ada@example.org')).toBeVisible();
  await savePassword();
  await expect.element(page.getByText('Sign in with your new password.')).toBeVisible();
  await expect.element(page.getByText('This is /auth')).toBeVisible();
});

test('a new password can be chosen even if nobody says for whom', async () => {
  answerCall(api.accounts.readEmailedLink, noAnswer);
  answerCall(api.accounts.resetPassword, () => ({}));
  await show(<CallbackPage />, recovery);
  await expect.element(page.getByText('Saving it signs you out on all your devices.')).toBeVisible();
  await savePassword();
});

test('a used recovery link says so before a password is typed', async () => {
  answerCall(api.accounts.readEmailedLink, () => refused('link_invalid', {}));
  await show(<CallbackPage />, recovery);
  await expect.element(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect.element(link('Send a new link')).toBeVisible();
});

test('a confirmation link that is opened again asks for no password', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.accounts.readEmailedLink, () => ({ email: null, masked: null, isConfirmed: true }));
  await show(<CallbackPage />, confirmation);
  await expect.element(page.getByRole('heading', { name: 'Your email is already confirmed' })).toBeVisible();
  await expect.element(page.getByText('You’re signed in as ada@example.org.')).toBeVisible();
  await expect.element(page.getByLabelText('Password')).not.toBeInTheDocument();
  await link('Continue').click();
  await expect.element(page.getByText('This is /app')).toBeVisible();
});

test('a confirmation in another browser says which address it is for', async () => {
  answerCall(api.accounts.readEmailedLink, () => ({
    email: null,
    masked: 'k***@example.org',
    isConfirmed: false,
  }));
  await show(<CallbackPage />, confirmation);
  await expect
    .element(page.getByText('It is for k***@example.org. Enter your password to finish.'))
    .toBeVisible();
});

test('a link that was confirmed in another tab meanwhile says so instead of failing', async () => {
  let isConfirmed = false;
  answerCall(api.accounts.readEmailedLink, () => ({ email: null, masked: null, isConfirmed }));
  answerCall(api.accounts.confirmEmail, () => {
    isConfirmed = true;
    return refused('link_invalid', {});
  });
  await show(<CallbackPage />, confirmation);
  await page.getByLabelText('Password').fill('a velvet curtain at noon');
  await button('Confirm my email').click();
  await expect.element(page.getByRole('heading', { name: 'Your email is already confirmed' })).toBeVisible();
});

test('the account that is signed in confirms a destination with one press, and by password if another browser saved it', async () => {
  const ada = { email: 'ada@example.org', masked: null, isConfirmed: false };
  signInAs({ userType: 'listener' });
  answerCall(api.accounts.readEmailedLink, () => ada);
  const unconfirmed = {
    id: crypto.randomUUID(),
    method: 'bank',
    country: 'DE',
    masked: 'DE •••• 3000',
  } as const;
  answerCall(api.payoutDestinations.readDestination, () => ({ ...noPayee, unconfirmed }));
  const sent = answerCall(api.payoutDestinations.confirmDestination, () => refused('password_needed', {}));
  await show(<PayoutLinkPage />, destination);
  await expect.element(page.getByText('Your payouts will go to DE •••• 3000.')).toBeVisible();
  expect(page.getByLabelText('Password').query()).toBeNull();
  await button('Confirm this destination').click();
  await expect.element(page.getByText(/Enter the Earshot password of ada@example\.org/)).toBeVisible();
  answerCall(api.payoutDestinations.confirmDestination, () => ({
    masked: 'DE •••• 3000',
    heldUntil: '2026-03-04T10:00:00Z',
  }));
  await page.getByLabelText('Password').fill('a velvet curtain at noon');
  await button('Confirm this destination').click();
  await expect.element(page.getByRole('heading', { name: 'Destination confirmed' })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ token: 't' }]);
});

test('a payout destination names its account, and offers no wallet of another one', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.accounts.readEmailedLink, () => kim);
  answerCall(api.payoutDestinations.confirmDestination, () => ({
    masked: 'DE••34',
    heldUntil: '2026-03-04T10:00:00Z',
  }));
  await show(<PayoutLinkPage />, destination);
  await expect.element(page.getByText(/Enter the Earshot password of kim@example\.org/)).toBeVisible();
  await page.getByLabelText('Password').fill('a velvet curtain at noon');
  await button('Confirm this destination').click();
  await expect.element(page.getByText(/The payouts of kim@example\.org go to DE••34/)).toBeVisible();
  await expect.element(link('Continue as ada@example.org')).toBeVisible();
  await expect.element(link('Go to your wallet')).not.toBeInTheDocument();
});
