import { fileURLToPath } from 'node:url';
import type { Page, Request } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { sharedVerdictPath } from '#contract/insight/verdict/shared-verdict.ts';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { textsHeldByReact } from '#tests/support/screens/page-translator.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { openBooks } from './books.ts';
import { expect, test } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { joinAs } from './people.ts';

test.use({ world: 'every-page' });
// The longest journeys: they run in parallel so that both workers share them.
test.describe.configure({ mode: 'parallel' });

const publicPaths = [
  '/',
  '/auth',
  '/signup',
  '/auth?form=recover',
  '/auth/callback',
  '/auth/callback#type=signup&token=worn',
  '/auth/callback#type=recovery&token=worn',
  '/demo',
  '/example',
  '/health',
  '/mailbox',
  '/terms',
  '/privacy',
  '/contact',
  '/artist/00000000-0000-4000-8000-000000000000',
  '/nowhere',
];
const artistPaths = [
  '/app/tracks',
  '/app/upload',
  '/app/analytics',
  '/app/subscription',
  '/app/standing',
  '/app/discover',
  '/app/profile',
  '/app/notices',
  '/app/settings',
  '/app/wallet',
];
const listenerPaths = [
  '/app/review',
  '/app/wallet',
  '/app/my-reviews',
  '/app/standing',
  '/app/discover',
  '/app/upload',
  '/app/analytics',
  '/app/admin',
  '/app/admin/test-kit',
  '/app/onboarding?debug=1',
  '/app/nowhere',
];
const adminPaths = [
  ...['payouts', 'reviews', 'books', 'users', 'activity'].map((tab) => `/app/admin?tab=${tab}`),
  '/app/admin/test-kit',
];

/** The only rules that look at colors, and so the only ones that another theme can break. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** What the page has asked for and not received yet. */
const awaited = new Set<Request>();

test.beforeEach(async ({ page }) => {
  awaited.clear();
  page.on('request', (request) => {
    // Sound arrives only as it is played.
    if (request.resourceType() !== 'media') awaited.add(request);
  });
  page.on('requestfinished', (request) => awaited.delete(request));
  page.on('requestfailed', (request) => awaited.delete(request));
  // With the page, whose process keeps it compiled: to send it anew for each look takes longer than the look.
  await page.addInitScript({ path: fileURLToPath(import.meta.resolve('axe-core/axe.min.js')) });
});

/** What axe finds on a page, as readable lines. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // What passes is not listed.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Media queries answer anew, and a page takes another theme, only once the browser has drawn a frame. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });

/** A page shows everything that it loads. */
async function loaded(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  do await settled(page);
  while (awaited.size > 0);
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Texts that a browser's translator would detach from React, which does not draw the pages for operators. */
const heldTexts = async (page: Page) =>
  (await page.locator('#root').count()) === 0 ? [] : page.locator('#root').evaluate(textsHeldByReact);

/** Opens a page afresh and looks at it in both themes and at three widths. */
async function inspect(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  // Another hash alone would open nothing. Not about:blank, which would start another process.
  if (path.includes('#')) await page.goto('/favicon.svg');
  await page.goto(path);
  await loaded(page);
  expect(await findings(page), `${path} in dark`).toEqual([]);
  expect(await heldTexts(page), `${path} when translated`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await settled(page);
  expect(await findings(page, colorRules), `${path} in light`).toEqual([]);
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 812 });
    await settled(page);
    // Letters that stretch with the page settle some frames later.
    await expect.poll(() => scrollsSideways(page), `${path} at ${width} pixels`).toBe(false);
  }
}

test('public pages are accessible and do not scroll sideways', async ({ page }) => {
  for (const path of publicPaths) await inspect(page, path);
});

test('a shared verdict is accessible and does not scroll sideways', async ({ page, earshot }) => {
  const artist = await joinByApi(page, earshot, 'Vera', 'artist');
  await uploadByApi(artist, 'Kitchen Verdict', 'metal-madness.mp3');
  const { database: owner, pool } = await connectDatabase({
    address: earshot.database,
    role: 'earshot_owner',
    poolSize: 1,
    throwAway: true,
  });
  const clusters = [{ kind: 'lost', from: 37, to: 45, people: 6, heardBy: 9 }];
  const verdict = { stays: { listeners: 9, stayed: 5 }, clusters };
  await sql(
    owner,
    `insert into track_verdicts (track_id, artist_id, basis, computed_at, verdict)
     select id, artist_id, 'planted', now(), $2 from artist_tracks where artist_id = $1`,
    [artist.userId, JSON.stringify(verdict)],
  );
  const { address } = await sqlRow(
    owner,
    `update artist_tracks set verdict_address = gen_random_uuid() where artist_id = $1
     returning verdict_address as address`,
    [artist.userId],
  );
  await pool.end();
  await inspect(page, sharedVerdictPath(String(address)));
  await expect(page.getByText('5 of 9')).toBeVisible();
});

test('artist pages are accessible and do not scroll sideways', async ({ page, earshot }) => {
  await joinAs(page, earshot, { email: 'ava@example.org', displayName: 'Ava', type: 'Artist' });
  for (const path of artistPaths) await inspect(page, path);
});

test('listener pages are accessible and do not scroll sideways', async ({ page, earshot }) => {
  await joinAs(page, earshot, { email: 'lou@example.org', displayName: 'Lou', type: 'Listener' });
  for (const path of listenerPaths) await inspect(page, path);
});

test('admin pages are accessible and do not scroll sideways', async ({ page, earshot }) => {
  const books = await openBooks(earshot);
  await joinAs(page, earshot, { email: 'ann@example.org', displayName: 'Ann', type: 'Listener' });
  await books.makeAdmin('ann@example.org');
  await books.close();
  for (const path of adminPaths) await inspect(page, path);
});
