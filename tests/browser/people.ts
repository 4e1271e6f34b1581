import type { Page } from '@playwright/test';
import type { Call } from '#contract/call.ts';
import { Session } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import { expect, type RunningEarshot } from './fixtures.ts';

/** What marks a browser that has a session to restore. */
const signedInKey = 'earshot-signed-in';

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

const home = { Artist: '/app/analytics', Listener: '/app/discover' } as const;

/** Joins with a user type: signs up and goes through onboarding, all on screen. */
export async function joinOnScreen(
  page: Page,
  earshot: Pick<RunningEarshot, 'url'>,
  { email, displayName, type }: Newcomer,
): Promise<void> {
  await signUpAs(page, earshot, email);
  await page.getByRole('radio', { name: new RegExp(`^${type}`) }).check({ force: true });
  await page.getByLabel('Display Name').fill(displayName);
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await page.waitForURL(`**${home[type]}`);
}

/** Sends a call as the browser of this page, which gets the cookies. */
async function send(page: Page, call: Call, body: object, headers: Record<string, string> = {}) {
  const { origin } = new URL(page.url());
  const answer = await page.request.fetch(`${origin}${call.path}`, {
    method: call.method,
    headers: { origin, ...headers },
    data: body,
  });
  expect(answer.ok(), `${call.method} ${call.path}`).toBe(true);
  return answer.json();
}

/** Opens the origin and its storage: any small document does. */
const openOrigin = (page: Page) => page.goto('/mailbox.json');

/** The web asks for a session only in a browser that has had one. */
const markSignedIn = (page: Page, { user }: Session) =>
  page.evaluate(([key, id]) => localStorage.setItem(key, id), [signedInKey, user.id] as const);

/** Joins in this browser by the API, for journeys that are about something else. The next page that it opens is signed in. */
export async function joinAs(
  page: Page,
  earshot: Pick<RunningEarshot, 'url'>,
  { email, displayName, type }: Newcomer,
): Promise<void> {
  await openOrigin(page);
  await send(page, api.accounts.signUp, { email, password });
  const link = new URL(await linkFor(page, earshot, email));
  const token = new URLSearchParams(link.hash.slice(1)).get('token');
  const confirmed = await send(page, api.accounts.confirmEmail, { type: 'signup', token });
  const session = Session.parse(api.accounts.confirmEmail.answer.parse(confirmed).session);
  const userType = type === 'Artist' ? 'artist' : 'listener';
  const headers = { authorization: `Bearer ${session.accessToken}` };
  await send(page, api.accounts.updateProfile, { displayName, userType }, headers);
  await markSignedIn(page, session);
}

/** Signs in by the API, for journeys that are about something else. The next page that this browser opens is signed in. */
export async function signIn(page: Page, email: string): Promise<void> {
  await openOrigin(page);
  await markSignedIn(page, Session.parse(await send(page, api.accounts.signIn, { email, password })));
}

export async function signInOnScreen(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/app/**');
}
