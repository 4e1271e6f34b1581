import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { installFastMotion, playFor } from './fast-motion.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'next-track' });

const comment =
  'The first riff had me nodding before I knew it, and the drums underneath feel played, not programmed. In the middle ' +
  'the low guitar hides the bass, so I would turn one of them down. I liked that quiet bar near the end a lot; give it ' +
  'two more seconds and the last hit would land twice as hard.';

async function upload(page: Page, earshot: RunningEarshot, who: string, title: string, file: string) {
  await joinAs(page, earshot, { email: `${who}@example.org`, displayName: who, type: 'Artist' });
  await page.goto('/app/upload');
  await page
    .locator('input[type=file]')
    .setInputFiles(join(import.meta.dirname, '../../samples/music', file));
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Metal' }).click();
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await expect(page.getByText('Upload successful!')).toBeVisible({ timeout: 60_000 });
  await page.close();
}

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

/** Plays by the space bar until the review is unlocked; a slow machine drops seconds, so it may take more than one turn. */
async function hearByKeys(page: Page, earshot: RunningEarshot): Promise<void> {
  for (let turn = 0; turn < 8 && !(await page.getByText('Review unlocked').isVisible()); turn += 1) {
    if (await page.getByRole('button', { name: 'Play', exact: true }).isVisible())
      await page.keyboard.press(' ');
    await playFor(page, earshot.clock, 33);
  }
  await expect(page.getByText('Review unlocked')).toBeVisible();
}

test('by keys alone: hear, rate, write, submit; the next track is fetched before it is served', async ({
  browser,
  earshot,
}) => {
  await upload(await browser.newPage(), earshot, 'ann', 'First Served', 'metal-madness.mp3');
  await upload(await browser.newPage(), earshot, 'bob', 'Second Served', 'war-of-freedom.mp3');

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

  await hearByKeys(page, earshot);
  await expect.poll(() => fetched.filter((path) => path.includes('/audio/')).length).toBeGreaterThan(0);

  await page.getByRole('radio', { name: /1/ }).first().focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Your review' })).toBeFocused();
  await page.keyboard.insertText(comment);
  const before = fetched.length;
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Second Served' })).toBeFocused();

  const milliseconds = await startOfSound(page);
  console.log(`sound of the next track after ${milliseconds} ms`);
  expect(fetched.length).toBe(before);
  quiet();
  await page.close();
});
