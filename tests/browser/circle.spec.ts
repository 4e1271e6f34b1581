import { api } from '#contract/index.ts';
import { privateLinkPath } from '#contract/music/circle/circle-rules.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { shiftOf, watchShifts } from './layout-shift.ts';
import { signIn } from './people.ts';

test.use({ world: 'circle' });

test('a guest without an account hears a private link, leaves something and comes back; its artist sees it and revokes it', async ({
  page,
  browser,
  earshot,
}) => {
  const quiet = watchConsole(page);
  const artist = await joinByApi(page, earshot, 'Vera', 'artist');
  await uploadByApi(artist, 'Kitchen Demo', 'metal-madness.mp3');
  const { items } = await artist.get(api.tracks.listOwnTracks, { query: {} });
  const trackId = items[0]?.id ?? '';
  await signIn(page, 'vera@example.org');

  await test.step('the artist makes a link beside the verdict', async () => {
    await page.goto(`/app/analytics?track=${trackId}`);
    await page.getByRole('button', { name: 'Send it privately' }).click();
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByLabel('Name', { exact: true }).fill('The band');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('0 of 10 devices')).toBeVisible();
  });
  const { links } = await artist.get(api.circle.listPrivateLinks, { params: { trackId } });
  const path = privateLinkPath(links[0]?.address ?? '');

  const phone = await browser.newContext({
    baseURL: earshot.url,
    viewport: { width: 375, height: 667 },
    hasTouch: true,
  });
  const guest = await phone.newPage();
  await watchShifts(guest);
  const line = guest.getByLabel('A line for the artist');
  const isSilent = () => guest.getByRole('button', { name: /^Play/ }).isVisible();

  await test.step('two taps from the link to the sound, and nothing moves', async () => {
    await guest.goto(path);
    await guest.getByRole('button', { name: /^Play/ }).tap();
    await expect(guest.getByRole('button', { name: 'Pause Kitchen Demo' })).toBeVisible();
    await expect(guest.locator('[data-time]')).not.toHaveText('0:00');
    expect(await shiftOf(guest)).toBe(0);
  });

  await test.step('what was typed survives a reload, and is sent with a mark and stars', async () => {
    await guest.getByRole('button', { name: 'Love it' }).tap();
    await expect(guest.getByRole('list', { name: 'Your marks' }).getByRole('listitem')).toHaveCount(1);
    await line.fill('The chorus made me look up.');
    await expect(guest.getByText('Not sent yet. Saved in this browser.')).toBeVisible();
    await guest.reload();
    await expect(line).toHaveValue('The chorus made me look up.');
    await guest.getByText('4 stars').locator('..').tap();
    await guest.getByLabel(/^Your name/).fill('Noor');
    await phone.setOffline(true);
    await guest.keyboard.press('Control+Enter');
    await expect(guest.getByText(/^No connection\./)).toBeVisible();
    await phone.setOffline(false);
    await expect(guest.getByText('Sent to the artist. You can change it here.')).toBeVisible();
    await guest.reload();
    await expect(guest.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await expect(line).toHaveValue('The chorus made me look up.');
  });

  await test.step('the artist sees the device and what it left', async () => {
    await page.reload();
    await expect(page.getByText(/^Your circle \(1\): 4\.0, none heard it to the end\./)).toBeVisible();
    await page.getByRole('button', { name: 'Send it privately' }).click();
    await page.getByText(/^Who listened: 1 device/).click();
    await expect(page.getByText('Noor')).toBeVisible();
    await expect(page.getByText('The chorus made me look up.')).toBeVisible();
    await expect(page.getByText('opened 3 times')).toBeVisible();
  });

  await test.step('a revoked link stops within two seconds in the middle of the sound, and what was typed stays', async () => {
    await guest.getByRole('button', { name: /^Play/ }).tap();
    await expect(guest.getByRole('button', { name: 'Pause Kitchen Demo' })).toBeVisible();
    await line.fill('One more thing');
    await page.getByRole('button', { name: 'Revoke The band' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(page.getByText('Link revoked')).toBeVisible();
    await expect(guest.locator('[data-status]')).toHaveText('This link has ended.', { timeout: 2000 });
    expect(await isSilent()).toBe(true);
    await expect(line).toHaveValue('One more thing');
    const ended = await guest.reload();
    expect(ended?.status()).toBe(410);
    await expect(guest.getByRole('heading', { name: 'This link has ended.' })).toBeVisible();
    await expect(line).toHaveValue('One more thing');
  });

  await test.step('the guest takes back what was left', async () => {
    guest.once('dialog', (dialog) => void dialog.accept());
    await guest.getByRole('button', { name: 'Remove what I left' }).tap();
    await expect(guest.getByText('Removed.')).toBeVisible();
    const after = await artist.get(api.circle.listPrivateLinks, { params: { trackId } });
    expect(after.links[0]?.devices[0]).toMatchObject({ name: null, stars: null, line: null, moments: [] });
  });
  await phone.close();
  quiet();
});
