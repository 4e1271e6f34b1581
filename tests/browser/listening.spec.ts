import type { Page } from '@playwright/test';
import { installFastMotion, playFor } from './fast-motion.ts';
import { expect, test } from './fixtures.ts';
import { hear, secondsHeard, uploadAs } from './listening-acts.ts';
import { joinAs, signIn } from './people.ts';

test.use({ world: 'listening' });

const play = (page: Page) => page.getByRole('button', { name: 'Play', exact: true });
const pause = (page: Page) => page.getByRole('button', { name: 'Pause', exact: true });
const review = (page: Page) => page.getByRole('textbox', { name: 'Your review' });

test.beforeAll(async ({ browser, earshot }) => {
  const page = await browser.newPage({ baseURL: earshot.url });
  await uploadAs(page, earshot, 'ann', 'Held in One Hand', 'metal-madness.mp3');
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
