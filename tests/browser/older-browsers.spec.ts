import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { newerGlobals, newerMembers } from '../../scripts/newer-features.ts';
import { passwordOfDemo } from './demo-password.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { secondsHeard } from './listening-acts.ts';
import { joinAs, joinOnScreen, signInOnScreen } from './people.ts';

test.use({ world: 'older browsers' });

const music = join(import.meta.dirname, '../../samples/music/metal-madness.mp3');

interface Missing {
  readonly globals: readonly string[];
  readonly members: readonly (readonly [object: string, names: readonly string[]])[];
}
const missing: Missing = {
  // This browser requires trusted types; the old ones do not know the rule.
  globals: [...newerGlobals].filter((name) => name !== 'trustedTypes'),
  members: [...newerMembers].map(([owner, names]) => [owner, [...names]]),
};

/** Takes away every function and property that one of the oldest supported browsers does not have. */
const becomeOld = (context: BrowserContext) =>
  context.addInitScript(({ globals, members }) => {
    for (const [path, names] of members) {
      const [owner = '', prototype] = path.split('.');
      const found: unknown = Reflect.get(globalThis, owner);
      if (typeof found !== 'function' && (typeof found !== 'object' || found === null)) continue;
      const object: unknown = prototype === undefined ? found : Reflect.get(found, prototype);
      if (typeof object === 'function' || (typeof object === 'object' && object !== null))
        for (const name of names) Reflect.deleteProperty(object, name);
    }
    for (const name of globals) Reflect.deleteProperty(globalThis, name);
  }, missing);

test('everything works in a browser without the functions that the oldest supported browsers lack', async ({
  browser,
  earshot,
}) => {
  const artists = await browser.newContext({ baseURL: earshot.url });
  await becomeOld(artists);
  const artist = await artists.newPage();
  const quiet = watchConsole(artist);
  await artist.goto('/');
  expect(
    await artist.evaluate(() => [
      'any' in AbortSignal,
      'canParse' in URL,
      'toSorted' in [],
      'union' in new Set(),
    ]),
  ).toEqual([false, false, false, false]);
  await expect(artist.getByRole('heading', { level: 1 })).toBeVisible();

  await artist.goto('/demo');
  await artist.getByLabel('Demo password').fill(await passwordOfDemo(earshot));
  await artist.keyboard.press('Enter');
  await expect(artist.getByText('step 2/10', { exact: true })).toBeVisible();

  await joinOnScreen(artist, earshot, { email: 'old@example.org', displayName: 'Old Fox', type: 'Artist' });
  await artist.goto('/app/upload');
  await artist.locator('input[accept*=audio]').setInputFiles(music);
  await artist.getByLabel('Title').fill('Last Update');
  await artist.getByRole('button', { name: /Genre/ }).click();
  await artist.getByRole('option', { name: 'Metal' }).click();
  await artist.getByRole('button', { name: 'Upload Track' }).click();
  await artist.waitForURL('**/app/tracks');
  await expect(artist.getByRole('heading', { name: 'Last Update' })).toBeVisible();
  await artist.goto('/app/analytics');
  await artist.getByRole('link', { name: 'Last Update' }).first().click();
  await expect(artist.getByRole('heading', { name: 'Last Update' })).toBeVisible();

  const listeners = await browser.newContext({ baseURL: earshot.url });
  await becomeOld(listeners);
  const listener = await listeners.newPage();
  const quietListener = watchConsole(listener);
  await joinAs(listener, earshot, { email: 'esr@example.org', displayName: 'Esra', type: 'Listener' });
  await listeners.clearCookies();
  await signInOnScreen(listener, 'esr@example.org');
  // An address without search parameters does not end with a question mark.
  await expect(listener).toHaveURL(/\/app\/discover$/);
  await listener.getByRole('link', { name: 'Old Fox' }).first().click();
  await expect(listener.getByRole('heading', { name: 'Old Fox' })).toBeVisible();
  await listener.goto('/app/review');
  await listener.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => secondsHeard(listener)).toBeGreaterThan(1);
  for (const path of ['wallet', 'my-reviews', 'standing', 'notices', 'profile', 'settings']) {
    await listener.goto(`/app/${path}`);
    await expect(listener.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  quiet();
  quietListener();
  await artists.close();
  await listeners.close();
});

test('a browser that is too old is told so, and still reads the landing page', async ({ page }) => {
  const notice = page.getByText('This browser is too old for Earshot.');
  await page.goto('/auth');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(notice).toHaveCount(0);

  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'CompressionStream');
    localStorage.setItem('earshot-signed-in', 'yes');
  });
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/auth');
  await expect(notice).toContainText('Chrome or Edge 109, Firefox 115, Safari 16.4 (iOS 16.4)');
  await page.goto('/');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page).toHaveURL(/\/auth/);
  await expect(notice).toBeVisible();
});
