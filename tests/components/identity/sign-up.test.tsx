import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { SignInForm } from '#web/identity/sign-in/sign-in-form.tsx';
import { SignUpForm } from '#web/identity/sign-in/sign-up-form.tsx';

const mailbox = () => page.getByRole('link', { name: 'open the mailbox' });

async function signUpOn(server: { readonly mailboxPage: boolean }): Promise<void> {
  answerCall(api.accounts.signUp, () => ({}));
  answerCall(api.environment.readEnvironment, () => ({ version: '1', demoMode: true, ...server }));
  await show(<SignUpForm email="ada@example.org" onEmailChange={() => undefined} />);
  await page.getByLabelText('Password', { exact: true }).fill('a velvet curtain at noon');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect.element(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

test('after sign-up on a server that stores its emails, the page links to the mailbox', async () => {
  await signUpOn({ mailboxPage: true });
  await expect.element(mailbox()).toHaveAttribute('href', '/mailbox');
});

test('after sign-up on a server that sends its emails, the page links to no mailbox', async () => {
  await signUpOn({ mailboxPage: false });
  await expect.element(page.getByText('ada@example.org')).toBeVisible();
  await expect.element(mailbox()).not.toBeInTheDocument();
});

test('the message of a failed sign-in is gone once another try succeeds', async () => {
  let password = 'wrong';
  answerCall(api.accounts.signIn, () =>
    password === 'wrong'
      ? refused('wrong_credentials', {})
      : refused('second_factor_needed', { challenge: 'c' }),
  );
  const none = () => undefined;
  await show(<SignInForm email="ada@example.org" onEmailChange={none} onChallenge={none} />);
  await page.getByLabelText('Password', { exact: true }).fill('a velvet curtain');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByText('Sign in failed')).toBeVisible();
  password = 'right';
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByText('Sign in failed')).not.toBeInTheDocument();
});
