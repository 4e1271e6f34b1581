import { expect, test, watchConsole } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { signIn } from './people.ts';

test.use({ world: 'empty-queue' });

test('a new track appears on the page of a waiting listener without a reload', async ({ page, earshot }) => {
  const artist = await joinByApi(page, earshot, 'Ann', 'artist');
  await joinByApi(page, earshot, 'Wes', 'listener');
  const quiet = watchConsole(page);
  await page.clock.install();
  const told: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => told.push(String(payload))));
  await signIn(page, 'wes@example.org');
  await page.goto('/app/review');
  await expect(page.getByText('No track needs a review right now.')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh Queue' }).click();
  await expect(page.getByText('No track needs a review right now.')).toBeVisible();
  await expect.poll(() => told.join()).toContain('alive');

  // From here on the page's own timers, and so its looking again, stand still.
  await page.clock.pauseAt(Date.now() + 10_000);
  await uploadByApi(artist, 'Fresh In', 'metal-madness.mp3');
  await expect.poll(() => told.join()).toContain('queue');
  const asked = page.waitForRequest('**/api/queue/next');
  await page.clock.runFor(1_000);
  await asked;
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: 'Fresh In' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fresh In' })).toBeFocused();
  quiet();
});
