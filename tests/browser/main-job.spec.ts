import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { aTone, aWav } from '#tests/support/masters.ts';
import { installFastMotion } from './fast-motion.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { comment, hear, readStay } from './listening-acts.ts';
import { joinAs, joinOnScreen } from './people.ts';

const music = (file: string) => join(import.meta.dirname, '../../samples/music', file);
type Chosen = Parameters<Locator['setInputFiles']>[0];

async function uploadTrack(page: Page, file: Chosen, title: string): Promise<void> {
  await page.goto('/app/upload');
  await expect(page.getByText('1 credit remaining')).toBeVisible();
  await page.locator('input[accept*=audio]').setInputFiles(file);
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

const toneComment =
  'One plain tone from beginning to end, so I spent the minute listening to how clean it is. There is no hiss under it, no ' +
  'click where it starts, and its level stays where it was. As a song it goes nowhere yet; as a test of a room it does its ' +
  'job, and I would gladly hear what you build on top of it.';

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
  file: Chosen,
): Promise<void> {
  await joinOnScreen(page, earshot, { email: `${who}@example.org`, displayName: who, type: 'Artist' });
  await uploadTrack(page, file, title);
}

test('an artist uploads an MP3, a listener hears sixty seconds of it, and is paid', async ({
  browser,
  earshot,
}) => {
  const artist = await browser.newPage();
  const quiet = watchConsole(artist);
  await joinAndUpload(artist, earshot, 'ada', 'Kitchen Metal', music('metal-madness.mp3'));

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

/** Length and pitch of the sound that the server stores, from its tenth second. */
async function storedTone(page: Page, title: string): Promise<{ seconds: number; hertz: number }> {
  const asked = page.waitForRequest(/\/api\/audio\//);
  await page.getByRole('button', { name: `Play ${title}` }).click();
  const url = (await asked).url();
  return page.evaluate(async (address) => {
    const stored = await (await fetch(address)).arrayBuffer();
    const sound = await new AudioContext().decodeAudioData(stored);
    const second = sound.getChannelData(0).subarray(10 * sound.sampleRate, 11 * sound.sampleRate);
    const crossings = second.filter((sample, i) => i > 0 && sample < 0 !== (second[i - 1] ?? 0) < 0);
    return { seconds: sound.duration, hertz: crossings.length / 2 };
  }, url);
}

test('a WAV becomes an MP3 with the same sound in the browser, is heard and reviewed', async ({
  browser,
  earshot,
}) => {
  const artist = await browser.newPage();
  const shape = { channels: 1, rate: 22_050 } as const;
  const buffer = Buffer.from(aWav(aTone(75, shape), shape));
  const master = { name: 'One Tone.wav', mimeType: 'audio/wav', buffer };
  await joinAndUpload(artist, earshot, 'wanda', 'One Tone', master);
  const { seconds, hertz } = await storedTone(artist, 'One Tone');
  expect(seconds).toBeCloseTo(75, 0);
  expect(hertz).toBeGreaterThan(435);
  expect(hertz).toBeLessThan(445);

  const listener = await browser.newPage();
  await installFastMotion(listener);
  await joinAs(listener, earshot, { email: 'wes@example.org', displayName: 'Wes', type: 'Listener' });
  await listener.goto('/app/review');
  while (!(await listener.getByRole('heading', { name: 'One Tone' }).isVisible())) {
    await listener.getByRole('button', { name: 'Skip track' }).click();
    await listener.waitForTimeout(1000);
  }
  await writeReview(listener, toneComment);
  await hear(listener, earshot, () => listener.getByRole('button', { name: 'Play', exact: true }).click());
  await submitReview(listener);
  await listener.close();

  await artist.goto('/app/tracks');
  await expect(artist.getByText('1 of 5 reviews')).toBeVisible();
  await artist.close();
});

test('in real time: the paid minute, the choice, and thirty seconds more', {
  tag: '@real-time',
}, async ({ browser, earshot }) => {
  test.setTimeout(180_000);
  const artist = await browser.newPage();
  await joinAndUpload(artist, earshot, 'ben', 'Real Time', music('war-of-freedom.mp3'));
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
