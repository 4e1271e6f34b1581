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

test('a push shows one notification, and none while the review page is visible', async ({
  page,
  context,
  earshot,
}) => {
  await context.grantPermissions(['notifications'], { origin: earshot.url });
  await joinByApi(page, earshot, 'Una', 'listener');
  await signIn(page, 'una@example.org');
  await page.goto('/app/settings');
  const devtools = await context.newCDPSession(page);
  const registrations: string[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', (told) =>
    registrations.push(...told.registrations.map(({ registrationId }) => registrationId)),
  );
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await devtools.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  const message = { title: 'A track is waiting for you', body: 'Someone else may be quicker.' };
  const push = (path = '/app/review') =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: earshot.url,
      registrationId: registrations[0] ?? '',
      data: JSON.stringify({ ...message, path }),
    });
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications();
      return notifications.map(({ title, body }) => `${title}: ${body}`);
    });
  const notification = `${message.title}: ${message.body}`;
  await push();
  await expect.poll(shown).toEqual([notification]);
  await push();
  await page.goto('/app/review');
  await expect.poll(shown).toEqual([notification]);
  await page.evaluate(async () => {
    for (const one of await (await navigator.serviceWorker.ready).getNotifications()) one.close();
  });
  await expect.poll(shown).toEqual([]);
  await push();
  // Handled after the one before.
  await push('/app/wallet');
  await expect.poll(shown).toHaveLength(1);
  expect(
    await page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications())[0]?.tag),
  ).toBe('/app/wallet');
});
