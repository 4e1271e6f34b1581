import type { Page } from '@playwright/test';
import { installFastMotion } from './fast-motion.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { comment, hear, lastDecision, uploadAs } from './listening-acts.ts';
import { joinAs } from './people.ts';

test.use({ world: 'next-track' });

/** Milliseconds from the press on play until the sound moves, by the browser's own events. */
async function startOfSound(page: Page): Promise<number> {
  await page.evaluate(() => {
    let pressedAt = 0;
    const press = (event: Event) => {
      pressedAt = event.timeStamp;
    };
    addEventListener('pointerdown', press, { capture: true });
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      const moved = (event: Event) => {
        document.body.dataset.soundAfter = String(Math.round(event.timeStamp - pressedAt));
      };
      this.addEventListener('playing', moved, { once: true });
      return play.call(this);
    };
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('body[data-sound-after]')).toHaveCount(1);
  return Number(await page.locator('body').getAttribute('data-sound-after'));
}

/** Milliseconds from the decision in the database until the page shows its outcome. */
async function untilShown(page: Page, earshot: RunningEarshot, outcome: string, send: () => Promise<void>) {
  const shown = Promise.withResolvers<number>();
  await page.exposeFunction('outcomeShown', () => shown.resolve(Date.now()));
  await page.evaluate((text) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(text)) return;
      observer.disconnect();
      Reflect.get(window, 'outcomeShown')();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  }, outcome);
  await send();
  const shownAt = await shown.promise;
  return shownAt - (await lastDecision(earshot)).getTime();
}

/** The toast covers neither the outcome nor what plays the next track, in the sizes that people have. */
async function expectNothingCovered(page: Page): Promise<void> {
  const toast = page.getByRole('alert').filter({ hasText: 'Review submitted' });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 375, height: 667 },
    { width: 375, height: 400 },
  ]) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo({ top: 0 }));
    const over = await toast.boundingBox();
    for (const part of [
      page.getByRole('status').filter({ hasText: 'this sitting' }),
      page.getByRole('button', { name: 'Play', exact: true }),
    ]) {
      const under = await part.boundingBox();
      if (!over || !under) throw new Error(`Not shown: ${part}`);
      const isBeside = under.x >= over.x + over.width || under.y >= over.y + over.height;
      expect(isBeside, `${part} at ${size.width} x ${size.height}`).toBe(true);
    }
  }
}

test('by keyboard alone a listener plays, rates, writes and submits; the next track is fetched ahead', async ({
  browser,
  earshot,
}) => {
  await uploadAs(await browser.newPage(), earshot, 'ann', 'First Served', 'metal-madness.mp3');
  await uploadAs(await browser.newPage(), earshot, 'bob', 'Second Served', 'war-of-freedom.mp3');

  const page = await browser.newPage();
  const quiet = watchConsole(page);
  await installFastMotion(page);
  await joinAs(page, earshot, { email: 'kay@example.org', displayName: 'Kay', type: 'Listener' });
  await page.goto('/app/review');
  await expect(page.getByRole('heading', { name: 'First Served' })).toBeVisible();
  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/audio/') || pathname.endsWith('/queue/coming')) fetched.push(pathname);
  });

  await hear(page, earshot, () => page.keyboard.press(' '));
  await expect.poll(() => fetched.filter((path) => path.includes('/audio/')).length).toBeGreaterThan(0);

  await page.getByRole('radio', { name: /1/ }).first().focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Your review' })).toBeFocused();
  await page.keyboard.insertText(comment);
  const before = fetched.length;
  const milliseconds = await untilShown(page, earshot, 'Approved: +$0.15 · $0.15 this sitting', () =>
    page.keyboard.press('Control+Enter'),
  );
  console.log(`outcome shown ${milliseconds} ms after the decision`);
  await expect(page.getByRole('heading', { name: 'Second Served' })).toBeFocused();
  await expectNothingCovered(page);

  const silence = await startOfSound(page);
  console.log(`sound of the next track after ${silence} ms`);
  expect(fetched.length).toBe(before);

  await page.goto('/app/discover');
  const card = (title: string) =>
    page
      .getByRole('region', { name: 'New Releases' })
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: title }) });
  await expect(card('First Served').getByText('Reviewed')).toBeVisible();
  // What others think of a track shows to those who have said what they think.
  await expect(card('First Served').getByText(/^\d\.\d \(1\)$/)).toBeVisible();
  await expect(card('Second Served').getByText(/^\d\.\d \(/)).toHaveCount(0);
  await expect(card('First Served').getByRole('link', { name: /^Listen/ })).toHaveCount(0);
  await expect(card('Second Served').getByRole('link', { name: /^Listen/ })).toBeVisible();
  quiet();
  await page.close();
});
