import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { installFastMotion } from './fast-motion.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { comment, hear, readStay } from './listening-acts.ts';
import { joinAs, joinOnScreen, signIn } from './people.ts';

const music = (file: string) => join(import.meta.dirname, '../../samples/music', file);

async function uploadTrack(page: Page, file: string, title: string): Promise<void> {
  await page.goto('/app/upload');
  await expect(page.getByText('1 credit remaining')).toBeVisible();
  await page.locator('input[accept*=audio]').setInputFiles(music(file));
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Metal' }).click();
  await page.getByLabel('Description (Optional)').fill('Mixed in a kitchen, mastered nowhere.');
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await expect(page.getByText('Upload successful!')).toBeVisible({ timeout: 60_000 });
  await page.waitForURL('**/app/tracks');
  await expect(page.getByText(title).first()).toBeVisible();
}

/** Words of its own: the same text for two tracks is doubted. */
const otherComment =
  'A slow build that trusts its own riff, which is braver than it sounds. The toms roll nicely under the second half, although ' +
  'the snare cracks so brightly that I turned it down once. What stays with me is the short breath before the last climb; ' +
  'please keep it, and let the bass ring through it as well.';

async function writeReview(page: Page, words = comment): Promise<void> {
  await page.getByRole('textbox', { name: 'Your review' }).fill(words);
  await page.getByRole('radio', { name: /4/ }).check({ force: true });
}

async function submitReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Review (Pending Approval)' }).click();
  await expect(
    page.getByText("Your review is pending approval. You'll be credited $0.15 once approved."),
  ).toBeVisible();
}

async function expectPaid(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/app/wallet');
    await expect(page.getByText('Available Balance')).toBeVisible();
    await expect(page.getByText('$0.15').first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
}

async function joinAndUpload(
  page: Page,
  earshot: RunningEarshot,
  who: string,
  title: string,
  file: string,
): Promise<void> {
  await joinOnScreen(page, earshot, { email: `${who}@example.org`, displayName: who, type: 'Artist' });
  await uploadTrack(page, file, title);
}

test('an MP3 goes in, a listener hears sixty seconds of it, and is paid', async ({ browser, earshot }) => {
  const artist = await browser.newPage();
  const quiet = watchConsole(artist);
  await joinAndUpload(artist, earshot, 'ada', 'Kitchen Metal', 'metal-madness.mp3');

  const listener = await browser.newPage();
  const quietListener = watchConsole(listener);
  await installFastMotion(listener);
  await joinOnScreen(listener, earshot, { email: 'lee@example.org', displayName: 'Lee', type: 'Listener' });
  await listener.goto('/app/review');
  await expect(listener.getByRole('heading', { name: 'Kitchen Metal' })).toBeVisible();
  await expect(listener.getByRole('button', { name: 'Need 45 more words' })).toBeDisabled();
  await writeReview(listener);
  await expect(listener.getByRole('button', { name: /Listen for \d+s more to submit/ })).toBeDisabled();
  await hear(listener, earshot, () => listener.getByRole('button', { name: 'Play', exact: true }).click());
  await submitReview(listener);
  await expectPaid(listener);
  quietListener();

  await artist.goto('/app/tracks');
  await expect(artist.getByText('1 of 5 reviews')).toBeVisible();
  await artist
    .getByRole('link', { name: /Analytics/ })
    .last()
    .click();
  await expect(artist.getByText(comment)).toBeVisible();
  quiet();
  await artist.close();
  await listener.close();
});

test('the same in real time: the paid minute, the choice, and thirty seconds more', {
  tag: '@real-time',
}, async ({ browser, earshot }) => {
  test.setTimeout(180_000);
  const artist = await browser.newPage();
  await joinAndUpload(artist, earshot, 'ben', 'Real Time', 'war-of-freedom.mp3');
  await artist.close();

  const listener = await browser.newPage();
  await joinAs(listener, earshot, { email: 'mia@example.org', displayName: 'Mia', type: 'Listener' });
  await listener.goto('/app/review');
  while (!(await listener.getByRole('heading', { name: 'Real Time' }).isVisible())) {
    await listener.getByRole('button', { name: 'Skip track' }).click();
    await listener.waitForTimeout(1000);
  }
  const play = listener.getByRole('button', { name: 'Play', exact: true });
  const pause = listener.getByRole('button', { name: 'Pause', exact: true });
  await play.click();
  await listener.waitForTimeout(5000);
  await listener.keyboard.press('1');
  await expect(listener.getByRole('button', { name: 'Love it' })).toHaveAttribute('aria-pressed', 'true');
  await writeReview(listener, otherComment);
  await listener.waitForTimeout(35_000);
  await expect(listener.getByRole('button', { name: /Listen for \d+s more to submit/ })).toBeDisabled();
  await expect(listener.getByRole('button', { name: 'Write your review' })).toBeVisible({ timeout: 40_000 });
  await expect(listener.getByText('60 seconds heard')).toHaveCount(1);
  await expect(play).toBeVisible();
  await listener.getByRole('button', { name: 'Keep listening (not paid)' }).click();
  await expect(pause).toBeVisible();
  // To the end of the track, half a minute on.
  await expect(play).toBeVisible({ timeout: 45_000 });
  await expect(listener.getByRole('button', { name: 'Keep listening (not paid)' })).toHaveCount(0);
  await listener.reload();
  await expect(listener.getByRole('textbox', { name: 'Your review' })).toHaveValue(otherComment);
  await expect(listener.getByText(/^Love it at \d+ seconds/)).toBeAttached();
  await listener.getByRole('radio', { name: /4/ }).check({ force: true });
  await submitReview(listener);
  await expectPaid(listener);
  const { stop, wholeMinute, unpaidSeconds } = await readStay(earshot, 'mia@example.org');
  expect([stop, wholeMinute]).toEqual(['end', true]);
  expect(unpaidSeconds).toBeGreaterThanOrEqual(24);
  expect(unpaidSeconds).toBeLessThanOrEqual(31);
  await listener.close();
});

test('what is no MP3 is refused with the specified words and leaves nothing', async ({ page, earshot }) => {
  await joinAs(page, earshot, { email: 'cleo@example.org', displayName: 'Cleo', type: 'Artist' });
  await page.goto('/app/upload');
  const fake = { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<html>'.repeat(20_000)) };
  await page.locator('input[accept*=audio]').setInputFiles(fake);
  await page.getByLabel('Title').fill('Not music');
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Other' }).click();
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await expect(page.getByText('Please upload an MP3 audio file.').first()).toBeVisible();
  await page.goto('/app/tracks');
  await expect(page.getByText('Not music')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signIn(page, 'cleo@example.org');
});
