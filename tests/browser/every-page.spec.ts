import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'every-page' });

const publicPaths = ['/', '/auth', '/signup', '/demo', '/health', '/nowhere'];
const artistPaths = [
  '/app/tracks',
  '/app/upload',
  '/app/analytics',
  '/app/discover',
  '/app/profile',
  '/app/settings',
  '/app/wallet',
];
const listenerPaths = [
  '/app/review',
  '/app/wallet',
  '/app/my-reviews',
  '/app/discover',
  '/app/upload',
  '/app/admin',
];

/** What axe finds on a page, as readable lines. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Asked after a whole frame: media queries answer for the new width only once the browser has drawn it. */
const scrollsSideways = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return document.documentElement.scrollWidth > document.documentElement.clientWidth;
  });

/** Opens a page in both themes and at three widths. */
async function inspect(page: Page, path: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
    expect(await findings(page), `${path} in ${theme}`).toEqual([]);
  }
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 812 });
    expect(await scrollsSideways(page), `${path} at ${width} pixels`).toBe(false);
  }
}

test('pages for everybody have no barrier and no sideways scroll', async ({ page }) => {
  for (const path of publicPaths) await inspect(page, path);
});

test('pages of an artist have no barrier and no sideways scroll', async ({ page, earshot }) => {
  await joinAs(page, earshot, { email: 'ava@example.org', displayName: 'Ava', type: 'Artist' });
  for (const path of artistPaths) await inspect(page, path);
});

test('pages of a listener have no barrier and no sideways scroll', async ({ page, earshot }) => {
  await joinAs(page, earshot, { email: 'lou@example.org', displayName: 'Lou', type: 'Listener' });
  for (const path of listenerPaths) await inspect(page, path);
});
