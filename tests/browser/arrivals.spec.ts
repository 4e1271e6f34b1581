import { expect, test } from './fixtures.ts';
import { joinAs, password } from './people.ts';

test.use({ world: 'arrivals' });

test('a deep link survives sign-in', async ({ page, earshot }) => {
  const email = 'dot@example.org';
  await joinAs(page, earshot, { email, displayName: 'Dot', type: 'Listener' });
  await page.goto('/app');
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await page.waitForURL((url) => !url.pathname.startsWith('/app'));
  await page.goto('/discover?genre=jazz&from=mail#new');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.href === `${earshot.url}/app/discover?genre=jazz&from=mail#new`);
  await expect(page.getByRole('heading', { name: 'Hear it first' })).toBeVisible();
});
