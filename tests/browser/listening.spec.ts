import type { Page } from '@playwright/test';
import { installFastMotion, playFor } from './fast-motion.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { comment, hear, secondsHeard, uploadAs } from './listening-acts.ts';
import { joinAs, signIn } from './people.ts';

test.use({ world: 'listening' });

const play = (page: Page) => page.getByRole('button', { name: 'Play', exact: true });
const pause = (page: Page) => page.getByRole('button', { name: 'Pause', exact: true });
const review = (page: Page) => page.getByRole('textbox', { name: 'Your review' });

test.beforeAll(async ({ browser, earshot }) => {
  const page = await browser.newPage({ baseURL: earshot.url });
  await uploadAs(page, earshot, 'ann', 'Held in One Hand', 'metal-madness.mp3');
});

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

test('on a phone a listener plays, notes a moment, answers a prompt, writes and submits; the artist sees it on the waveform', async ({
  browser,
  earshot,
}) => {
  const phone = await browser.newContext({ viewport: { width: 375, height: 812 }, hasTouch: true });
  const page = await phone.newPage();
  const quiet = watchConsole(page);
  await installFastMotion(page);
  await joinAs(page, earshot, { email: 'pia@example.org', displayName: 'Pia', type: 'Listener' });
  await page.goto('/app/review');
  await play(page).tap();
  await playFor(page, earshot.clock, 12);
  await page.getByRole('button', { name: /^Note at 0:\d\d/ }).tap();
  await page.getByRole('textbox', { name: /^Note at/ }).fill('This turn made me look up');
  await page.getByRole('button', { name: 'Answer three prompts' }).tap();
  await page.getByRole('textbox', { name: 'What worked' }).fill('The drums');
  await expectThumbsFit(page);
  await hear(page, earshot, () => play(page).tap());
  await review(page).fill(comment);
  const stars = page.getByRole('radio', { name: '4 stars' });
  // The notice of the minute lies over the top of the screen for a while: a thumb brings the stars out from under it.
  await stars.evaluate((star) => star.scrollIntoView({ block: 'center' }));
  await stars.check({ force: true });
  await page.getByRole('button', { name: 'Submit Review (Pending Approval)' }).tap();
  await expect(page.getByText('That’s all for now.')).toBeVisible();
  quiet();
  await phone.close();

  const artist = await browser.newPage();
  await signIn(artist, 'ann@example.org');
  await artist.goto('/app/tracks');
  await expect(artist.getByText('1 of 5 reviews')).toBeVisible();
  await artist
    .getByRole('link', { name: /Analytics/ })
    .last()
    .click();
  await expect(artist.getByRole('heading', { name: 'Second by second' })).toBeVisible();
  await expect(artist.getByText('This turn made me look up').first()).toBeVisible();
  await expect(artist.getByText('The drums', { exact: true })).toBeVisible();
  await expect(artist.getByText('Too early to tell.')).toBeVisible();
  await artist.close();
});

test('only one of two tabs counts, the other says why, and no text is lost', async ({ browser, earshot }) => {
  const context = await browser.newContext();
  const first = await context.newPage();
  await joinAs(first, earshot, { email: 'tia@example.org', displayName: 'Tia', type: 'Listener' });
  await first.goto('/app/review');
  await play(first).click();
  await expect.poll(() => secondsHeard(first)).toBeGreaterThan(1);
  const second = await context.newPage();
  await second.goto('/app/review');
  await play(second).click();
  await expect(second.getByText('Multiple Sessions Detected')).toBeVisible();
  await expect(second.getByText('Please close other tabs playing this track.')).toBeVisible();
  await expect(play(second)).toBeVisible();
  await expect(pause(first)).toBeVisible();

  const kept = (page: Page) =>
    page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await Promise.all([kept(first), review(first).fill('Written in the first tab.')]);
  await Promise.all([kept(second), review(second).fill('Written in the second tab.')]);
  await expect(second.getByText('Written in the first tab.')).toBeVisible();
  await second.getByRole('button', { name: 'Add to my comment' }).click();
  await expect(review(second)).toHaveValue('Written in the second tab.\n\nWritten in the first tab.');
  await context.close();
});

test('a connection lost for ten seconds loses neither text nor counted seconds', async ({
  browser,
  earshot,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await installFastMotion(page);
  await joinAs(page, earshot, { email: 'cut@example.org', displayName: 'Cut', type: 'Listener' });
  await page.goto('/app/review');
  await play(page).click();
  let before = 0;
  // Playing twelve times as fast drops seconds on a busy machine, so it may take more than one turn.
  for (let turn = 0; turn < 3 && before <= 8; turn += 1) {
    await playFor(page, earshot.clock, 16);
    await page.clock.runFor(1000);
    before = await secondsHeard(page);
  }
  expect(before).toBeGreaterThan(8);

  await context.setOffline(true);
  await review(page).fill('Written while the connection was gone.');
  await playFor(page, earshot.clock, 10);
  await expect(page.getByText(/^No connection\. What plays now may not count/)).toBeVisible();
  await context.setOffline(false);
  await playFor(page, earshot.clock, 12);
  await expect(page.getByText(/^No connection/)).toBeHidden();
  expect(await secondsHeard(page)).toBeGreaterThanOrEqual(before);
  await hear(page, earshot, () => play(page).click());

  // The draft has reached the server: another browser has it.
  await page.clock.runFor(7000);
  const elsewhere = await browser.newContext();
  const desk = await elsewhere.newPage();
  await signIn(desk, 'cut@example.org');
  await desk.goto('/app/review');
  await expect(review(desk)).toHaveValue('Written while the connection was gone.');
  await expect(desk.getByText('Review unlocked')).toBeVisible();
  await elsewhere.close();
  await context.close();
});
