import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, watchConsole } from './fixtures.ts';
import { comment, readStay } from './listening-acts.ts';
import { joinOnScreen } from './people.ts';

test.use({ world: 'main job' });

const music = join(import.meta.dirname, '../../samples/music/war-of-freedom.mp3');

async function uploadTrack(page: Page): Promise<void> {
  await page.goto('/app/upload');
  await expect(page.getByText('1 credit remaining')).toBeVisible();
  await page.locator('input[accept*=audio]').setInputFiles(music);
  await page.getByLabel('Title').fill('Real Time');
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Metal' }).click();
  await page.getByLabel('Description (Optional)').fill('Mixed in a kitchen, mastered nowhere.');
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await expect(page.getByText('Upload successful!')).toBeVisible({ timeout: 60_000 });
  await page.waitForURL('**/app/tracks');
  await expect(page.getByText('Real Time').first()).toBeVisible();
}

async function expectPaid(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/app/wallet');
    await expect(page.getByText('Available Balance')).toBeVisible();
    await expect(page.getByText('$0.15').first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
}

test('an artist uploads an MP3; a listener hears its paid minute in real time, stays for thirty seconds more, and is paid', {
  tag: '@real-time',
}, async ({ browser, earshot }) => {
  test.setTimeout(180_000);
  const artist = await browser.newPage();
  const quiet = watchConsole(artist);
  await joinOnScreen(artist, earshot, { email: 'ben@example.org', displayName: 'Ben', type: 'Artist' });
  await uploadTrack(artist);

  const listener = await browser.newPage();
  const quietListener = watchConsole(listener);
  await joinOnScreen(listener, earshot, { email: 'mia@example.org', displayName: 'Mia', type: 'Listener' });
  await listener.goto('/app/review');
  await expect(listener.getByRole('heading', { name: 'Real Time' })).toBeVisible();
  await expect(listener.getByRole('button', { name: 'Need 45 more words' })).toBeDisabled();
  const play = listener.getByRole('button', { name: 'Play', exact: true });
  const pause = listener.getByRole('button', { name: 'Pause', exact: true });
  const fourStars = listener.getByRole('radio', { name: /4/ });
  await play.click();
  await listener.waitForTimeout(5000);
  await listener.keyboard.press('1');
  await expect(listener.getByRole('button', { name: 'Love it' })).toHaveAttribute('aria-pressed', 'true');
  await listener.getByRole('textbox', { name: 'Your review' }).fill(comment);
  await fourStars.check({ force: true });
  await listener.waitForTimeout(35_000);
  await expect(listener.getByRole('button', { name: /Listen for \d+s more to submit/ })).toBeDisabled();
  await expect(listener.getByRole('button', { name: 'Write your review' })).toBeVisible({ timeout: 40_000 });
  await expect(listener.getByText('60 seconds heard')).toHaveCount(1);
  await expect(play).toBeVisible();
  // The choice takes no press at once.
  await listener.waitForTimeout(500);
  await listener.getByRole('button', { name: 'Keep listening (not paid)' }).click();
  await expect(pause).toBeVisible();
  // To the end of the track, half a minute on.
  await expect(play).toBeVisible({ timeout: 45_000 });
  await expect(listener.getByRole('button', { name: 'Keep listening (not paid)' })).toHaveCount(0);
  await listener.reload();
  await expect(listener.getByRole('textbox', { name: 'Your review' })).toHaveValue(comment);
  await expect(listener.getByText(/^Love it at \d+ seconds/)).toBeAttached();
  await fourStars.check({ force: true });
  await listener.getByRole('button', { name: 'Submit Review (Pending Approval)' }).click();
  await expect(
    listener.getByText("Your review is pending approval. You'll be credited $0.15 once approved."),
  ).toBeVisible();
  await expectPaid(listener);
  const { stop, wholeMinute, unpaidSeconds } = await readStay(earshot, 'mia@example.org');
  expect([stop, wholeMinute]).toEqual(['end', true]);
  expect(unpaidSeconds).toBeGreaterThanOrEqual(24);
  expect(unpaidSeconds).toBeLessThanOrEqual(31);
  quietListener();
  await listener.close();

  // On the page that was open all the time.
  await expect(artist.getByText('1 of 5 reviews')).toBeVisible();
  await artist
    .getByRole('link', { name: /Analytics/ })
    .last()
    .click();
  await expect(artist.getByText(comment)).toBeVisible();
  quiet();
  await artist.close();
});
