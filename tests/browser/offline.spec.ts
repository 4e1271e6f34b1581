import type { Page } from '@playwright/test';
import { expect, test, watchConsole } from './fixtures.ts';
import { uploadAs } from './listening-acts.ts';
import { joinAs } from './people.ts';

test.use({ world: 'offline' });

const review = (page: Page) => page.getByRole('textbox', { name: 'Your review' });
const draftSaved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());

/** Waits until the worker has stored the shell. */
const workerIsReady = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        async () =>
          (await caches.match('/app')) !== undefined && (await navigator.serviceWorker.ready).active?.state,
      ),
    )
    .toBe('activated');

/** Everything that this browser stores for the site and a user could see. */
const storedThings = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    ofUser: Object.keys(localStorage).filter((name) => /^earshot-(user|draft|signed-in)/.test(name)),
  }));

test('a draft is shown and continued without a connection, and signing out leaves nothing of it', async ({
  browser,
  page,
  context,
  earshot,
}) => {
  const quiet = watchConsole(page);
  await uploadAs(
    await browser.newPage({ baseURL: earshot.url }),
    earshot,
    'ann',
    'Tunnel',
    'metal-madness.mp3',
  );
  await joinAs(page, earshot, { email: 'lee@example.org', displayName: 'Lee', type: 'Listener' });
  await page.goto('/app/review');
  const saved = draftSaved(page);
  await review(page).fill('Half a thought,');
  await saved;
  await workerIsReady(page);
  const stored = await page.evaluate(async () => {
    const shell = await caches.open((await caches.keys())[0] ?? '');
    return (await shell.keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(stored.filter((path) => !/^\/app$|^\/assets\/[\w-]+\.(js|css|woff2)$/.test(path))).toEqual([]);

  // Journeys run in private windows; nothing else may be in the way of an installation.
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tunnel' })).toBeVisible();
  await expect(review(page)).toHaveValue('Half a thought,');
  await review(page).fill('Half a thought, and the other half.');
  await page.goto('/app/wallet');
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible();
  await page.goto('/app/review');
  await expect(review(page)).toHaveValue('Half a thought, and the other half.');

  const sent = draftSaved(page);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(review(page)).toHaveValue('Half a thought, and the other half.');
  await sent;

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/auth**');
  await expect.poll(() => storedThings(page)).toEqual({ caches: [], databases: [], workers: 0, ofUser: [] });
  await context.clearCookies();
  await joinAs(page, earshot, { email: 'kim@example.org', displayName: 'Kim', type: 'Listener' });
  await page.goto('/app');
  await workerIsReady(page);
  await context.setOffline(true);
  await page.goto('/app/review');
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible();
  await expect(page.getByText('Kim').first()).toBeVisible();
  await context.setOffline(false);
  quiet();
});
