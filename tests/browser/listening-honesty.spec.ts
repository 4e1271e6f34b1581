import type { Page } from '@playwright/test';
import { ListeningProgress } from '#contract/reviewing/listening/listening.ts';
import { installFastMotion, playFor } from './fast-motion.ts';
import { expect, test } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';
import { pressIfShown, secondsHeard } from './listening-acts.ts';
import { signIn } from './people.ts';

test.use({ world: 'listening-honesty' });

const play = (page: Page) => page.getByRole('button', { name: 'Play', exact: true });
const pause = (page: Page) => page.getByRole('button', { name: 'Pause', exact: true });

/** A browser without windows calls every tab visible, so the page is told otherwise. */
async function turnTab(page: Page, visibility: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}

/** Plays until so many seconds have counted; a slow machine drops some, and may come to the end of the track. */
async function hearAtLeast(page: Page, clock: Parameters<typeof playFor>[1], seconds: number): Promise<void> {
  for (let turn = 0; turn < 30 && (await secondsHeard(page)) < seconds; turn += 1) {
    await pressIfShown(play(page));
    await playFor(page, clock, 2);
  }
  expect(await secondsHeard(page)).toBeGreaterThanOrEqual(seconds);
}

test.beforeAll(async ({ browser, earshot }) => {
  const page = await browser.newPage({ baseURL: earshot.url });
  const artist = await joinByApi(page, earshot, 'Ann', 'artist');
  await uploadByApi(artist, 'Told Straight', 'metal-madness.mp3');
  for (const name of ['Hal', 'Dee']) await joinByApi(page, earshot, name, 'listener');
  await page.close();
});

test('a second device cannot play at the same time, says why, and continues where the first stops', async ({
  browser,
}) => {
  const desk = await browser.newContext();
  const first = await desk.newPage();
  await signIn(first, 'dee@example.org');
  await first.goto('/app/review');
  await play(first).click();
  await expect.poll(() => secondsHeard(first), { timeout: 40_000 }).toBeGreaterThan(5);

  const pocket = await browser.newContext();
  const second = await pocket.newPage();
  await signIn(second, 'dee@example.org');
  await second.goto('/app/review');
  const lead = await secondsHeard(second);
  expect(lead).toBeGreaterThan(2);
  await play(second).click();
  await expect(second.getByText('Multiple Sessions Detected')).toBeVisible();
  await expect(second.getByText('Please close other tabs playing this track.')).toBeVisible();
  await expect(play(second)).toBeVisible();

  const ended = first.waitForResponse((answer) => /"pause"/.test(answer.request().postData() ?? ''));
  await pause(first).click();
  await ended;
  await play(second).click();
  await expect.poll(() => secondsHeard(second), { timeout: 20_000 }).toBeGreaterThan(lead);
  await expect(pause(second)).toBeVisible();
  await pocket.close();
  await desk.close();
});

test('hidden, asleep, or with a wrong clock: only heard seconds count, none are lost, and the page says so', async ({
  browser,
  earshot,
}) => {
  const page = await browser.newPage();
  await installFastMotion(page);
  await signIn(page, 'hal@example.org');
  await page.goto('/app/review');
  await expect(play(page)).toBeVisible();

  await turnTab(page, 'hidden');
  await play(page).click();
  await expect(page.getByText('Tab must be visible to track listening progress').first()).toBeVisible();
  await expect(play(page)).toBeVisible();
  await turnTab(page, 'visible');

  await play(page).click();
  await hearAtLeast(page, earshot.clock, 8);
  // On a slow machine the track may just have come to its end.
  await pressIfShown(play(page));
  const stopped = page.waitForResponse((answer) => /"playing":false/.test(answer.request().postData() ?? ''));
  await turnTab(page, 'hidden');
  const vouched = ListeningProgress.parse(await (await stopped).json()).listenedSeconds;
  await playFor(page, earshot.clock, 15);
  await expect(page.getByText('Seconds count only while this tab is visible.')).toBeVisible();
  expect(await secondsHeard(page)).toBeLessThanOrEqual(Math.ceil(vouched));
  await turnTab(page, 'visible');
  await hearAtLeast(page, earshot.clock, Math.ceil(vouched) + 1);

  // The clock of this computer is set back by two hours, and then ahead.
  for (const hours of [-2, 4]) {
    const counted = await secondsHeard(page);
    await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
    await hearAtLeast(page, earshot.clock, counted + 1);
  }

  // It sleeps for three hours: the link has run out, the session is renewed, the place and the seconds are kept.
  await pressIfShown(pause(page));
  const slept = 3 * 3_600;
  const asleep = await secondsHeard(page);
  earshot.clock.leap(slept);
  await page.clock.fastForward(slept * 1000);
  const renewed = page.waitForResponse((answer) => /playback-link/.test(answer.url()) && answer.ok());
  await play(page).click();
  await renewed;
  expect(await secondsHeard(page)).toBeGreaterThanOrEqual(asleep - 1);
  await hearAtLeast(page, earshot.clock, asleep + 1);
  await page.close();
});
