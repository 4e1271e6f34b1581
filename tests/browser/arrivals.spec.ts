import { expect, test } from './fixtures.ts';
import { joinOnScreen, password } from './people.ts';

test.use({ world: 'arrivals' });

test('a deep link survives sign-in, onboarding redirects finished users, and hanging loads offer a way out', async ({
  page,
  earshot,
}) => {
  const email = 'dot@example.org';
  await joinOnScreen(page, earshot, { email, displayName: 'Dot', type: 'Listener' });

  await page.goto('/app/onboarding');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await page.waitForURL('**/app/discover');
  await page.goto('/app/onboarding?debug=1');
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();

  let isHanging = true;
  await page.route('**/api/profile', (route) => (isHanging ? undefined : route.continue()));
  await page.goto('/app/discover');
  await expect(page.getByText('Loading...')).toBeVisible();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeHidden();
  await expect(retry).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  isHanging = false;
  await retry.click();
  await expect(page.getByRole('heading', { name: 'Hear it first' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await page.waitForURL((url) => !url.pathname.startsWith('/app'));
  for (const [wanted, arrived] of [
    ['/discover?genre=jazz&from=mail#new', '/app/discover?genre=jazz&from=mail#new'],
    ['/auth?next=//evil.example/app', '/app/discover'],
    ['/auth?next=%2Fapp%2F..%2F%2Fevil.example', '/app/discover'],
  ] as const) {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(wanted);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.href === earshot.url + arrived);
  }
});
