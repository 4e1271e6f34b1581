import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { fetchPlayed } from '#tests/support/people/listening.ts';
import { openTab } from '#tests/support/people/staying.ts';
import { plainReviews } from '#tests/support/texts/plain-reviews.ts';
import { installFastMotion, playFor } from './fast-motion.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { joinByApi } from './joining-by-api.ts';
import { shiftOf, watchShifts } from './layout-shift.ts';
import { comment, hear } from './listening-acts.ts';
import { joinAs, signIn } from './people.ts';
import { subscribe } from './subscribing.ts';

test.use({ world: 'verdict' });

const music = join(import.meta.dirname, '../../samples/music/metal-madness.mp3');
const [byApi, stayed, lost] = [11, 4, 9];
const comments = Object.values(plainReviews);

/** Uploads the track on screen, as an artist whose plan has places for twelve. */
async function upload(page: Page, earshot: RunningEarshot): Promise<void> {
  const artist = await joinByApi(page, earshot, 'Vera', 'artist');
  await subscribe(artist, earshot, 'pro');
  await signIn(page, 'vera@example.org');
  await page.goto('/app/upload');
  await page.locator('input[accept*=audio]').setInputFiles(music);
  await page.getByLabel('Title').fill('Kitchen Verdict');
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Metal' }).click();
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await page.waitForURL('**/app/tracks', { timeout: 60_000 });
}

/** Hears the paid minute on the stepped clock, marks where they got lost, keeps listening or not, and reviews. */
async function listen(listener: ApiUser, { clock }: RunningEarshot, place: number): Promise<void> {
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  if (!track) throw new Error('No track was served.');
  const { trackId } = track;
  const tab = openTab({ clock: { advance: clock.leap } }, listener, trackId);
  await tab.hearMinute();
  if (place < stayed) {
    await tab.keepListening();
    await tab.playTo(70 + 4 * place);
  }
  if (place < lost) {
    const body = { kind: 'lost', atSecond: 40 + (place % 3) } as const;
    await listener.get(api.listening.markMoment, { params: { trackId }, body });
  }
  await fetchPlayed(listener, track, 60);
  await listener.get(api.reviews.submitReview, {
    body: { trackId, rating: 3 + (place % 3), comment: comments[place] ?? comment },
    idempotencyKey: randomUUID(),
  });
}

/** Notes milliseconds from a click until the sound moves on, and the second that it moves from. */
async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let clickedAt = 0;
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        clickedAt = timeStamp;
      },
      true,
    );
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      const from = this.currentTime;
      const look = () => {
        if (this.seeking || this.currentTime < from + 0.02) requestAnimationFrame(look);
        else Object.assign(document.body.dataset, { from, after: performance.now() - clickedAt });
      };
      look();
      return play.call(this);
    };
  });
}

/** Far above the 200 ms that it may take, for a busy machine. */
const mostMilliseconds = 1500;

test('a verdict from twelve listeners grows on the open page and plays where it is pressed', async ({
  browser,
  page,
  earshot,
}) => {
  const quiet = watchConsole(page);
  await watchSound(page);
  await watchShifts(page);
  await upload(page, earshot);
  for (let place = 0; place < byApi; place += 1)
    await listen(await joinByApi(page, earshot, `Ear${place}`, 'listener'), earshot, place);

  await page
    .getByRole('link', { name: /Analytics/ })
    .last()
    .click();
  await expect(page.getByText(`${stayed} of ${byApi}`).first()).toBeVisible();
  await expect(page.getByText('kept listening after we stopped paying them.')).toBeVisible();
  await expect(page.getByText('It’s too early to compare you', { exact: false })).toBeVisible();
  const told = page.getByText(/^9 of the 11 who heard it got lost between 0:3\d and 0:4\d\./);
  await expect(told).toBeVisible();
  const moment = page.getByRole('button', { name: /^Play 0:3\d$/ }).last();

  await test.step('nothing moves while the page and the overview load', async () => {
    await page.reload();
    await expect(moment).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What to do next' })).toBeVisible();
    expect(await shiftOf(page)).toBe(0);
    const address = page.url();
    await page.goto('/app/analytics');
    await expect(page.getByRole('heading', { name: 'Genres they like' })).toBeVisible();
    expect(await shiftOf(page)).toBe(0);
    await page.goto(address);
  });

  await test.step('a press on the moment plays from two seconds before it', async () => {
    const [, minutes, seconds] = /(\d+):(\d+) and/.exec((await told.textContent()) ?? '') ?? [];
    const second = 60 * Number(minutes) + Number(seconds);
    await moment.click();
    await expect(page.locator('body[data-after]')).toBeAttached();
    const { after, from } = await page.evaluate(() => ({ ...document.body.dataset }));
    expect(Number(from)).toBe(second - 2);
    expect(Number(after)).toBeLessThan(mostMilliseconds);
  });

  await test.step('a mark and a review of the twelfth listener appear on the open page', async () => {
    const listener = await browser.newPage();
    await installFastMotion(listener);
    await joinAs(listener, earshot, { email: 'lee@example.org', displayName: 'Lee', type: 'Listener' });
    await listener.goto('/app/review');
    await listener.getByRole('button', { name: 'Play', exact: true }).click();
    await playFor(listener, earshot.clock, 12);
    await expect(page.getByText('Love it 0')).toBeVisible();
    await listener.keyboard.press('1');
    await expect(page.getByText('Love it 1')).toBeVisible();
    // The count's digit may move its neighbors by less than a pixel.
    expect(await shiftOf(page)).toBeLessThan(0.001);
    await hear(listener, earshot, () => listener.getByRole('button', { name: 'Play', exact: true }).click());
    await listener.getByRole('textbox', { name: 'Your review' }).fill(comment);
    await listener.getByRole('radio', { name: /4/ }).check({ force: true });
    await listener.getByRole('button', { name: 'Submit Review (Pending Approval)' }).click();
    await expect(page.getByText('12 of 20 reviews')).toBeVisible();
    await expect(page.getByText(comment).first()).toBeVisible();
    await listener.close();
  });
  quiet();
});
