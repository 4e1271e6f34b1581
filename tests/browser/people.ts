import type { Page } from '@playwright/test';
import { expect, type RunningEarshot } from './fixtures.ts';

export const password = 'a velvet curtain at noon';

export interface Newcomer {
  readonly email: string;
  readonly displayName: string;
  readonly type: 'Artist' | 'Listener';
}

interface MailboxMail {
  readonly to: { readonly address: string };
  readonly links: readonly string[];
}

/** The link of the newest mail to this address, from the mailbox page's data. */
export async function linkFor(
  page: Page,
  earshot: Pick<RunningEarshot, 'url'>,
  email: string,
  type = 'signup',
): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails = (await (await page.request.get(`${earshot.url}/mailbox.json`)).json()) as MailboxMail[];
    link = mails
      .filter((mail) => mail.to.address === email)
      .flatMap(({ links }) => links)
      .find((found) => found.includes(`#type=${type}&`));
    expect(link).toBeDefined();
  }).toPass({ timeout: 30_000 });
  return link ?? '';
}

/** Signs up and follows the link of the confirmation mail in the same browser, all on screen; ends at onboarding. */
export async function signUpAs(
  page: Page,
  earshot: Pick<RunningEarshot, 'url'>,
  email: string,
): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Check your email').first()).toBeVisible();

  await page.goto(await linkFor(page, earshot, email));
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
}

/** Joins with a user type: signs up and goes through onboarding, all on screen. */
export async function joinAs(
  page: Page,
  earshot: Pick<RunningEarshot, 'url'>,
  { email, displayName, type }: Newcomer,
): Promise<void> {
  await signUpAs(page, earshot, email);
  await page.getByRole('radio', { name: new RegExp(`^${type}`) }).check({ force: true });
  await page.getByLabel('Display Name').fill(displayName);
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await page.waitForURL(type === 'Artist' ? '**/app/analytics' : '**/app/discover');
}

export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/app/**');
}
