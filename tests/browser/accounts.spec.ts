import { stepOf, totpCode } from '#server/identity/second-factor-code.ts';
import { readBase32 } from '#tests/support/files/read-base32.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs, joinOnScreen, linkFor, password, signInOnScreen } from './people.ts';

test.use({ world: 'accounts' });

const newPassword = 'seven loud green drums';

test('a user resets a forgotten password by link, and every tab and device is signed out', async ({
  page,
  context,
  earshot,
}) => {
  const check = watchConsole(page);
  const email = 'mo@example.org';
  await joinOnScreen(page, earshot, { email, displayName: 'Mo', type: 'Listener' });
  const otherTab = await context.newPage();
  await otherTab.goto('/app/discover');
  await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/auth/callback#type=recovery&token=worn');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

  const phone = await (await context.browser())?.newContext({ baseURL: earshot.url });
  if (!phone) throw new Error('No browser.');
  const phonePage = await phone.newPage();
  await phonePage.goto('/auth');
  await phonePage.getByRole('link', { name: 'Forgot your password?' }).click();
  await phonePage.getByLabel('Email').fill(email);
  await phonePage.getByRole('button', { name: 'Send the link' }).click();
  await expect(phonePage.getByText('is on its way')).toBeVisible();
  await phone.close();

  await page.goto(await linkFor(page, earshot, email, 'recovery'));
  await page.getByRole('textbox', { name: 'New password' }).fill('music1234');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Choose another password.')).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill(newPassword);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await otherTab.waitForURL(/\/auth/);
  await signInOnScreen(page, email, newPassword);
  check();
});

test('a user turns on two-factor sign-in in Settings and needs it at the next sign-in', async ({
  page,
  earshot,
}) => {
  const email = 'tess@example.org';
  await joinAs(page, earshot, { email, displayName: 'Tess', type: 'Listener' });
  await page.goto('/app/settings');
  const panel = page.getByRole('region', { name: 'Two-factor sign-in' });
  await panel.getByRole('button', { name: 'Turn on' }).click();
  await panel.getByLabel('Password for two-factor sign-in').fill(password);
  await panel.getByRole('button', { name: 'Turn on' }).click();
  const secret = readBase32((await panel.getByTestId('secret').innerText()).replaceAll(' ', ''));
  const codeNow = () => totpCode(secret, stepOf(earshot.clock.now()));
  await expect(panel.getByRole('img')).toBeVisible();
  await panel.getByLabel('Code', { exact: true }).fill(codeNow());
  await panel.getByRole('button', { name: 'Confirm' }).click();
  const codes = panel.getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await panel.getByRole('button', { name: 'I saved them' }).click();

  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByText('This device')).toBeVisible();
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/app'));

  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This code is wrong').first()).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/app/**');
});

test('without realtime everything works, and changes in one tab reach the others', async ({
  page,
  context,
  earshot,
}) => {
  await context.routeWebSocket('**/api/realtime', (socket) => socket.close());
  const check = watchConsole(page);
  await joinAs(page, earshot, { email: 'ida@example.org', displayName: 'Ida', type: 'Listener' });
  const otherTab = await context.newPage();
  await otherTab.goto('/app/profile');
  await expect(otherTab.locator('#content').getByText('Ida', { exact: true })).toBeVisible();

  await page.goto('/app/profile');
  await page.getByRole('button', { name: 'Edit display name' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Ida the Second');
  await page.getByRole('textbox', { name: 'Display name' }).press('Enter');
  await expect(otherTab.locator('#content').getByText('Ida the Second')).toBeVisible();

  for (const [path, heading] of [
    ['/app/review', 'Review Queue'],
    ['/app/my-reviews', 'My Reviews'],
    ['/app/wallet', 'Wallet'],
    ['/app/discover', 'Hear it first'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  await page.getByRole('button', { name: 'Artist', exact: true }).click();
  await expect(page.getByText('You are now logged in as a artist')).toBeVisible();
  await expect(otherTab.getByRole('button', { name: 'Artist', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await otherTab.waitForURL(/\/auth/);
  check();
});
