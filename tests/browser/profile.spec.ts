import sharp from 'sharp';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'profile' });

test('a profile is edited in place, with cancel and save', async ({ page, earshot }) => {
  const quiet = watchConsole(page);
  await joinAs(page, earshot, { email: 'fay@example.org', displayName: 'Fay', type: 'Artist' });
  await page.goto('/app/profile');
  await expect(page.getByText('Username cannot be changed')).toBeVisible();

  await page.getByRole('button', { name: 'Edit display name' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('   ');
  await expect(page.getByText('Display name is required.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel editing display name' }).click();
  await expect(page.getByRole('button', { name: 'Edit display name' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit display name' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Fay 🎸 فيروز');
  await page.getByRole('textbox', { name: 'Display name' }).press('Enter');
  await expect(page.getByText('Profile Updated')).toBeVisible();
  await expect(page.locator('#content').getByText('Fay 🎸 فيروز')).toBeVisible();

  await page.getByRole('button', { name: 'Edit bio' }).click();
  await page.getByRole('textbox', { name: 'Bio' }).fill('<b>Two chords</b>\nand the truth.');
  await page.getByRole('button', { name: 'Save bio' }).click();
  await expect(page.getByText('<b>Two chords</b>')).toBeVisible();

  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#508070' } })
    .png()
    .toBuffer();
  await page.getByLabel('Upload avatar').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('button', { name: 'Remove avatar' })).toBeVisible();
  await expect(page.locator('#content img[src^="/api/avatars/"]')).toBeVisible();
  await expect(page.locator('img[src^="/api/avatars/"]')).toHaveCount(2);

  await page.getByRole('button', { name: 'Edit genres' }).click();
  await page.getByRole('button', { name: 'Folk' }).click();
  await page.getByRole('button', { name: 'Save genres' }).click();
  await page.reload();
  await expect(page.locator('#content').getByText('Fay 🎸 فيروز')).toBeVisible();
  await expect(page.getByText('Folk', { exact: true })).toBeVisible();

  await page.route('**/api/profile', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Edit display name' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Nobody');
  await page.getByRole('button', { name: 'Save display name' }).click();
  await expect(page.getByText('Failed to update profile. Please try again.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Nobody');
  quiet();
});

test('Back, a role switch and Sign Out ask one question each before a bio is lost', async ({
  page,
  earshot,
}) => {
  const quiet = watchConsole(page);
  await joinAs(page, earshot, { email: 'gil@example.org', displayName: 'Gil', type: 'Artist' });
  let isAgreed = false;
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(`${dialog.type()}: ${dialog.message()}`);
    return isAgreed ? dialog.accept() : dialog.dismiss();
  });
  const bio = page.getByRole('textbox', { name: 'Bio' });
  const writeBio = async () => {
    await page.goto('/app/settings');
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
    await page.getByRole('button', { name: 'Edit bio' }).click();
    await bio.fill('Two chords and the truth.');
  };
  await writeBio();
  await page.evaluate(() => window.history.back());
  await expect.poll(() => asked).toEqual(['confirm: Leave this page? What you entered here is lost.']);
  await expect(bio).toHaveValue('Two chords and the truth.');
  await expect(page).toHaveURL(/\/app\/profile$/);

  isAgreed = true;
  await page.getByRole('button', { name: 'Listener', exact: true }).click();
  await page.waitForURL('**/app/discover');
  await expect(page.getByText('Role switched')).toBeVisible();
  expect(asked.slice(1)).toEqual(['confirm: Switch to Listener? What you entered here is lost.']);

  await writeBio();
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await page.waitForURL('**/auth');
  expect(asked.slice(2)).toEqual(['confirm: Sign out? What you entered here is lost.']);
  quiet();
});
