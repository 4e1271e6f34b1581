import type { Page } from '@playwright/test';
import { installFastMotion, playFor } from './fast-motion.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { secondsHeard, uploadAs } from './listening-acts.ts';
import { joinAs, signIn } from './people.ts';

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

/** Plays until so many seconds have counted; a slow machine drops some. */
async function hearAtLeast(page: Page, clock: Parameters<typeof playFor>[1], seconds: number): Promise<void> {
  for (let turn = 0; turn < 10 && (await secondsHeard(page)) < seconds; turn += 1) {
    await playFor(page, clock, 5);
  }
  expect(await secondsHeard(page)).toBeGreaterThanOrEqual(seconds);
}

test('a track that comes in appears on the page of a listener who waits, told by the server', async ({
  browser,
  earshot,
}) => {
  const page = await browser.newPage();
  const quiet = watchConsole(page);
  await page.clock.install();
  const told: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => told.push(String(payload))));
  await joinAs(page, earshot, { email: 'wes@example.org', displayName: 'Wes', type: 'Listener' });
  await page.goto('/app/review');
  await expect(page.getByText('Nothing waits for ears right now.')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh Queue' }).click();
  await expect(page.getByText('Nothing waits for ears right now.')).toBeVisible();
  await expect.poll(() => told.join()).toContain('alive');

  // From here on the page's own timers, and so its looking again, stand still.
  await page.clock.pauseAt(Date.now() + 2_000);
  await uploadAs(await browser.newPage(), earshot, 'ann', 'Fresh In', 'metal-madness.mp3');
  await expect.poll(() => told.join()).toContain('queue');
  await expect(page.getByRole('heading', { name: 'No tracks to review' })).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(page.getByRole('heading', { name: 'Fresh In' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fresh In' })).toBeFocused();
  quiet();
  await page.close();
});

test('hidden, asleep, and with a wrong clock: only what was heard counts, nothing is lost, and the page says so', async ({
  browser,
  earshot,
}) => {
  const page = await browser.newPage();
  await installFastMotion(page);
  await joinAs(page, earshot, { email: 'hal@example.org', displayName: 'Hal', type: 'Listener' });
  await page.goto('/app/review');
  await expect(play(page)).toBeVisible();

  await turnTab(page, 'hidden');
  await play(page).click();
  await expect(page.getByText('Tab must be visible to track listening progress').first()).toBeVisible();
  await expect(play(page)).toBeVisible();
  await turnTab(page, 'visible');

  await play(page).click();
  await hearAtLeast(page, earshot.clock, 8);
  const stopped = page.waitForResponse((answer) => /"playing":false/.test(answer.request().postData() ?? ''));
  await turnTab(page, 'hidden');
  expect((await stopped).status()).toBe(200);
  const before = await secondsHeard(page);
  await playFor(page, earshot.clock, 15);
  await expect(page.getByText('Seconds count only while this tab is visible.')).toBeVisible();
  expect(await secondsHeard(page)).toBeLessThanOrEqual(before);
  await turnTab(page, 'visible');
  await hearAtLeast(page, earshot.clock, before + 2);

  // The clock of this computer is set back by two hours, and then ahead.
  for (const hours of [-2, 4]) {
    const counted = await secondsHeard(page);
    await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
    await hearAtLeast(page, earshot.clock, counted + 2);
  }

  // It sleeps for three hours: the link has run out, the session is renewed, the place and the seconds are kept.
  await pause(page).click();
  const slept = 3 * 3_600;
  const asleep = await secondsHeard(page);
  earshot.clock.leap(slept);
  await page.clock.fastForward(slept * 1000);
  const renewed = page.waitForResponse((answer) => /playback-link/.test(answer.url()) && answer.ok());
  await play(page).click();
  await renewed;
  await expect(pause(page)).toBeVisible();
  expect(await secondsHeard(page)).toBeGreaterThanOrEqual(asleep - 1);
  await hearAtLeast(page, earshot.clock, asleep + 2);
  await page.close();
});

test('a second device may not play beside the first, says why, and goes on where the first one stops', async ({
  browser,
  earshot,
}) => {
  const desk = await browser.newContext();
  const first = await desk.newPage();
  await installFastMotion(first);
  await joinAs(first, earshot, { email: 'dee@example.org', displayName: 'Dee', type: 'Listener' });
  await first.goto('/app/review');
  await play(first).click();
  await hearAtLeast(first, earshot.clock, 6);

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
  await second.getByRole('slider', { name: 'Seek' }).fill('20');
  await play(second).click();
  await expect.poll(() => secondsHeard(second), { timeout: 20_000 }).toBeGreaterThan(lead + 2);
  await expect(pause(second)).toBeVisible();
  await pocket.close();
  await desk.close();
});
