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
