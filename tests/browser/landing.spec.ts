import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cents } from '#contract/cents.ts';
import { payPath } from '#contract/reviewing/reviews/pay-terms.ts';
import { usualPayTerms } from '#contract/reviewing/reviews/usual-pay-terms.ts';
import { firstPayout, payEstimate, payMedian } from '#web/pay-sentences.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { signUpAs } from './people.ts';

test('the landing page is readable before scripts run, and without them', async ({ browser, earshot }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const finish = watchConsole(page);
  await page.goto(earshot.url);
  await expect(page).toHaveTitle('Earshot | Music Discovery & Feedback Platform');
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    `${earshot.url}/share.jpg`,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Plans for artists' })).toBeVisible();
  await expect(page.getByText(payEstimate(usualPayTerms))).toBeVisible();
  await expect(page.getByText(firstPayout(usualPayTerms))).toBeVisible();
  await expect(page.getByText(new URL(earshot.url).host)).toBeVisible();
  // The letters take their widths from a style sheet: the content policy forbids inline styles.
  const widths = await page
    .locator('h1 .swell-letter')
    .evaluateAll((letters) => letters.map((letter) => letter.getBoundingClientRect().width));
  expect(new Set(widths).size).toBeGreaterThan(3);
  // The first picture is a verdict.
  const sample = page.getByRole('region', { name: 'A sample verdict' });
  await expect(sample.getByText('20 of 38 kept listening after we stopped paying them.')).toBeVisible();
  await expect(sample.getByRole('img', { name: /^The waveform of/ })).toBeVisible();
  await page.getByRole('link', { name: 'Create account' }).first().click();
  await expect(page).toHaveURL(/\/auth\?form=sign-up$/);
  finish();
  await context.close();
});

test('the pay of real reviews takes the place of the estimate, and nothing moves', async ({ page }) => {
  const terms = { ...usualPayTerms, medianCentsPerHour: cents(380) };
  const answered = Promise.withResolvers<void>();
  await page.route(`**${payPath}`, async (route) => {
    await answered.promise;
    await route.fulfill({ json: terms });
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  const estimate = page.getByText(payEstimate(terms));
  await expect(estimate).toBeVisible();
  const way = page.getByRole('link', { name: 'Start listening' });
  const before = await way.boundingBox();
  answered.resolve();
  await expect(page.getByText(payMedian(terms))).toBeVisible();
  await expect(estimate).toBeHidden();
  expect(await way.boundingBox()).toEqual(before);
});

/** The bars or grooves as the browser shows them, as a number that changes with each pixel. */
const inkOf = (page: Page, canvas: string) =>
  page.locator(canvas).evaluate((element: HTMLCanvasElement) => {
    const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data;
    return [...(pixels ?? [])].reduce((sum, value, at) => (sum * 31 + value * (at % 251)) % 2_147_483_647, 0);
  });

test('the landing page works without the application, and yields after a sign-in in another tab', async ({
  page,
  context,
  earshot,
}) => {
  const finish = watchConsole(page);
  await page.goto('/');
  await expect.poll(() => inkOf(page, '.record canvas')).not.toBe(0);
  await expect(page.locator('#root')).toBeEmpty();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You’re offline.')).toBeHidden();

  const other = await context.newPage();
  await signUpAs(other, earshot, 'elsewhere@example.org');
  await page.waitForURL(/\/app/);
  await expect(page.locator('#before-scripts')).toHaveCount(0);
  await other.goto('/');
  await other.waitForURL(/\/app/);
  finish();
});

test('the sample verdict plays with one press, and nothing of its sound is loaded before', async ({
  page,
}) => {
  const sounds: string[] = [];
  page.on('request', (request) => request.url().includes('/samples/music/') && sounds.push(request.url()));
  for (const path of ['/', '/example']) {
    sounds.length = 0;
    await page.goto(path);
    const moment = page.getByRole('button', { name: 'Play 0:32' }).first();
    await expect(moment).toBeVisible();
    expect(sounds).toEqual([]);
    await moment.click();
    await expect(page.getByRole('button', { name: /^Pause Escape from Chaosland/ })).toBeVisible();
    await expect(page.getByText(/^0:3[2-9]$/).first()).toBeVisible();
    expect(sounds.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^Pause/ }).click();
    await expect(page.getByRole('button', { name: /^Play Escape/ })).toBeVisible();
  }
  await expect(page.getByText('Its listeners and what they say are made up.')).toBeVisible();
});

test('a chosen side is remembered: sign-up speaks to it, and onboarding has it preselected', async ({
  page,
  earshot,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start listening' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pull up a chair and listen');
  await expect(page.getByText(firstPayout(usualPayTerms))).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Upload a track' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hear what strangers hear');
  await signUpAs(page, earshot, 'chosen@example.org');
  await expect(page.getByRole('radio', { name: /^Artist/ })).toBeChecked();
});

for (const [width, height] of [
  [375, 667],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`the demo card covers no text and no button at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const card = page.getByRole('complementary', { name: 'Demo Mode' });
    await expect(card.getByText('Testing Environment')).toBeAttached();
    await expect(card.getByRole('link', { name: 'Launch Investor Demo' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create account' }).first()).toBeInViewport();
    const covered = await card.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return [...document.querySelectorAll('a, button, p, h1, h2, h3, li, figcaption')]
        .filter((other) => !element.contains(other))
        .filter((other) => {
          const { left, right, top, bottom } = other.getBoundingClientRect();
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        })
        .map(({ textContent }) => textContent);
    });
    expect(covered).toEqual([]);
    const isLast = await card.evaluate(
      (element) => element.getBoundingClientRect().bottom + scrollY >= document.body.scrollHeight - 1,
    );
    expect(isLast).toBe(width < 768);
  });
}

/** The address of a module's code in the built web. */
async function codeOf(module: string): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(join(import.meta.dirname, '../../dist/web.manifest.json'), 'utf8'),
  );
  // Vite writes it so.
  return `**/${(manifest as Record<string, { file: string }>)[module]?.file}`;
}

test('a page whose code fails to load says so and offers a way back', async ({ page }) => {
  await page.route(await codeOf('identity/sign-in/auth-page.tsx'), (route) => route.abort());
  await page.goto('/auth');
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Heard before');
  await page.unroute(await codeOf('identity/sign-in/auth-page.tsx'));
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page.getByLabel('Email')).toBeVisible();

  // A page without a frame of its own stands in one then.
  await page.route(await codeOf('operation/demo/demo-page.tsx'), (route) => route.abort());
  await page.goto('/demo');
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await page.getByRole('link', { name: 'Earshot, home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Heard before');
});

test('nothing on the landing page moves when its fonts load late', async ({ page }) => {
  const fonts = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await fonts.promise;
    await route.continue();
  });
  await page.addInitScript(`globalThis.shift = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'Create account' }).first()).toBeVisible();
  fonts.resolve();
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  // What nobody notices, of the share of the screen that moves (web.dev/cls).
  expect(await page.evaluate('shift')).toBeLessThan(0.02);
});
