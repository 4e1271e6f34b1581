import type { Browser, Locator, Page } from '@playwright/test';
import { installFastMotion, playFor } from './fast-motion.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { comment, hear } from './listening-acts.ts';
import { password, signIn } from './people.ts';

test.use({ world: 'thumb' });

const phone = { width: 375, height: 667 };
/** Pixels (docs/look.md). */
const thumb = 44;

/** Taps what is whole on the screen and as high as a thumb. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  expect(box?.height, `the height of ${target}`).toBeGreaterThanOrEqual(thumb - 0.5);
  expect(box?.x, `the left edge of ${target}`).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0), `the right edge of ${target}`).toBeLessThanOrEqual(phone.width);
  await target.tap();
}

/** Taps a field and types as a phone's keyboard does: into whatever has the focus, so it must have come. */
async function tapAndType(page: Page, field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await tap(field);
    await expect(field).toBeFocused({ timeout: 2000 });
  }).toPass();
  await page.keyboard.insertText(text);
}

/** Everything that can be pressed is as large as a thumb needs, and nothing is wider than the screen. */
async function expectThumbsFit(page: Page): Promise<void> {
  const small = await page
    .locator('main button, main input[type=range]')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 32)
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    );
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Notes the moment that plays, and answers one of the three prompts. */
async function noteAndAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Note at 0:\d\d/ }).tap();
  await page.getByRole('textbox', { name: /^Note at/ }).fill('This turn made me look up');
  await page.getByRole('button', { name: 'Answer three prompts' }).tap();
  await page.getByRole('textbox', { name: 'What worked' }).fill('The drums');
}

async function expectArtistSeesIt(browser: Browser, baseURL: string): Promise<void> {
  const artist = await browser.newPage({ baseURL });
  await signIn(artist, 'ann@example.org');
  await artist.goto('/app/tracks');
  await expect(artist.getByText('1 of 5 reviews')).toBeVisible();
  await artist
    .getByRole('link', { name: /Analytics/ })
    .last()
    .click();
  await expect(artist.getByText('Too early to tell.')).toBeVisible();
  await artist.getByRole('heading', { name: 'Details' }).click();
  await expect(artist.getByRole('heading', { name: 'Second by second' })).toBeVisible();
  await expect(artist.getByText('This turn made me look up').first()).toBeVisible();
  await expect(artist.getByText('The drums', { exact: true })).toBeVisible();
  await artist.close();
}

test('with one thumb a listener signs in, plays, marks, notes, rates, writes, submits, and finds the earnings; the artist sees it on the waveform', async ({
  browser,
  page: other,
  earshot,
}) => {
  await uploadByApi(await joinByApi(other, earshot, 'Ann', 'artist'), 'Night Bus', 'metal-madness.mp3');
  await joinByApi(other, earshot, 'Lee', 'listener');
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const quiet = watchConsole(page);
  await installFastMotion(page);

  await page.goto(earshot.url);
  await tap(page.getByRole('link', { name: 'Sign in' }).first());
  await tapAndType(page, page.getByLabel('Email'), 'lee@example.org');
  await tapAndType(page, page.getByLabel('Password', { exact: true }), password);
  await tap(page.getByRole('button', { name: 'Sign in', exact: true }));
  await tap(page.getByRole('banner').getByRole('link', { name: 'Start Listening' }));

  await expect(page.getByRole('heading', { name: 'Night Bus' })).toBeVisible();
  await tap(page.getByRole('button', { name: 'Play', exact: true }));
  await playFor(page, earshot.clock, 12);
  await tap(page.getByRole('button', { name: 'Love it' }));
  await noteAndAnswer(page);
  await expectThumbsFit(page);
  await hear(page, earshot, () => tap(page.getByRole('button', { name: 'Play', exact: true })));
  await tap(page.locator('label').filter({ has: page.getByRole('radio', { name: /^4/ }) }));
  await tapAndType(page, page.getByRole('textbox', { name: 'Your review' }), comment);
  await tap(page.getByRole('button', { name: 'Submit Review (Pending Approval)' }));
  await expect(page.getByText(/^Your review is pending approval/)).toBeVisible();
  await expect(page.getByText('That’s all for now.')).toBeVisible();

  await tap(page.getByRole('button', { name: 'Toggle sidebar' }));
  await tap(page.getByRole('link', { name: 'Wallet' }));
  await expect(page.getByText('$4.85 to go')).toBeVisible();
  quiet();
  await context.close();
  await expectArtistSeesIt(browser, earshot.url);
});
