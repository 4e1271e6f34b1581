import { expect, test, watchConsole } from './fixtures.ts';
import { linkFor, password, signUpAs } from './people.ts';

test.use({ world: 'confirmation' });

test('an early sign-in offers to send the link again, shows one message for it, and the first link still works', async ({
  page,
  browser,
  earshot,
}) => {
  const check = watchConsole(page);
  const email = 'eva@example.org';
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await page.getByRole('button', { name: 'Create account' }).click();
  const reasons = page.getByRole('alert').getByRole('listitem');
  await expect(reasons.first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await expect(reasons).toHaveCount(0);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Check your email').first()).toBeVisible();
  await expect(page.getByText('Sign up failed')).toHaveCount(0);
  const first = await linkFor(page, earshot, email);

  const elsewhere = await (await browser.newContext({ baseURL: earshot.url })).newPage();
  await elsewhere.goto('/auth');
  await elsewhere.getByLabel('Email').fill(email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(password);
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(elsewhere.getByText('Sign in failed')).toBeVisible();
  await expect(elsewhere.getByText('Please confirm your email address first.').first()).toBeVisible();
  expect(await linkFor(page, earshot, email)).toBe(first);
  await elsewhere.getByRole('button', { name: 'Send again' }).click();
  await expect(elsewhere.getByText('a new link is on its way')).toBeVisible();
  await expect(elsewhere.getByText('Sign in failed')).toHaveCount(0);
  await expect.poll(() => linkFor(page, earshot, email)).not.toBe(first);

  // Another browser asks for the password, the one that signed up does not.
  await elsewhere.goto(first);
  await expect(elsewhere.getByLabel('Password', { exact: true })).toBeVisible();
  await page.goto(first);
  await expect(page.getByText(`You signed up in this browser as ${email}`)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  await elsewhere.context().close();
  check();
});

test('a link from another sign-up asks for the password in this browser', async ({ page, earshot }) => {
  await page.goto('/signup');
  await page.getByLabel('Email').fill('fay@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Check your email').first()).toBeVisible();
  const link = await linkFor(page, earshot, 'fay@example.org');
  // Somebody else signs up with the same address and another password.
  const { status } = await fetch(`${earshot.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'fay@example.org', password: 'the stranger chose this one' }),
  });
  expect(status).toBe(202);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByText('That’s not the password from the latest sign-up').first()).toBeVisible();
});

test('Back from the setup asks before it loses what was typed', async ({ page, earshot }) => {
  await signUpAs(page, earshot, 'ida@example.org');
  await page.getByText('Artist', { exact: true }).click();
  await page.getByLabel('Bio (Optional)').fill('Songs from a kitchen.');
  // The page before belongs to another document, so the browser asks.
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => history.back());
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(page.getByLabel('Bio (Optional)')).toHaveValue('Songs from a kitchen.');
});
