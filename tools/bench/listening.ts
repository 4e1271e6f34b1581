import '../../scripts/check-node.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { nextTrack } from '#contract/reviewing/listening/listening.ts';
import { findBrowser } from '../../scripts/find-browser.ts';
import {
  type SamplePerson,
  sampleArtists,
  sampleListeners,
  samplePassword,
} from '../../scripts/seed/sample-people.ts';
import { withSamples } from '../../scripts/with-samples.ts';

/** Goal for the median from the press on play to the sound, in milliseconds. */
const goalMilliseconds = 200;
/** Goal for the median from a press on the waveform, at a place not fetched yet, to the sound. */
const seekGoalMilliseconds = 300;
/** Goal for the median from the press on a moment of an artist's own track to the sound. */
const momentGoalMilliseconds = 200;
/** Where each track is sought, one after the other, as shares of its length. */
const seeks = [0.5, 0.8, 0.35];
/** The hourly limit of skips is twenty. */
const servings = 20;
/** Nobody presses play sooner than this after a track appears. */
const lookMilliseconds = 600;

/** Runs in the page. Writes each start of the sound into the document, in milliseconds after the pointer went down. */
const watchStarts = `{
  let pressedAt = 0;
  addEventListener('pointerdown', (event) => { pressedAt = event.timeStamp; }, { capture: true });
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    const starts = (event) => { document.body.dataset.soundAfter = String(event.timeStamp - pressedAt); };
    this.addEventListener('playing', starts, { once: true });
    const sought = () => {
      const place = this.currentTime;
      const look = () => {
        if (this.seeking || this.currentTime < place + 0.02) requestAnimationFrame(look);
        else document.body.dataset.soughtAfter = String(performance.now() - pressedAt);
      };
      look();
    };
    this.addEventListener('seeking', sought);
    return play.call(this);
  };
}`;

/** Opens a page, signed in as a sample person, that records when the sound starts. */
async function signedIn(browser: Browser, url: string, person: SamplePerson | undefined): Promise<Page> {
  if (!person) throw new Error('There is no sample person.');
  const page = await browser.newPage();
  await page.addInitScript({ content: watchStarts });
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/app/**');
  return page;
}

async function startOfSound(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('body[data-sound-after]').waitFor();
  const milliseconds = Number(await page.locator('body').getAttribute('data-sound-after'));
  await page.evaluate('delete document.body.dataset.soundAfter');
  return milliseconds;
}

/** Seeks by a press on the waveform, as a person does. */
async function soundAfterSeek(page: Page, share: number): Promise<number> {
  await page.evaluate('delete document.body.dataset.soughtAfter');
  const waveform = page.getByRole('slider', { name: 'Seek' }).first();
  const box = await waveform.locator('..').boundingBox();
  if (!box) throw new Error('There is no waveform.');
  await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
  await page.locator('body[data-sought-after]').waitFor();
  return Number(await page.locator('body').getAttribute('data-sought-after'));
}

/** Presses each named moment on the page of the artist's track with the most reviews. */
async function measureMoments(page: Page, url: string): Promise<number[]> {
  await page.goto(`${url}/app/analytics`);
  await page
    .getByRole('link', { name: /Feelings/ })
    .first()
    .click();
  const moments = page.getByRole('region', { name: 'Second by second' }).getByRole('button');
  await moments.first().waitFor();
  await sleep(lookMilliseconds);
  const after: number[] = [];
  for (const moment of (await moments.all()).slice(0, servings)) {
    await page.evaluate('delete document.body.dataset.soughtAfter');
    await moment.click();
    await page.locator('body[data-sought-after]').waitFor();
    after.push(Number(await page.locator('body').getAttribute('data-sought-after')));
    await sleep(lookMilliseconds);
  }
  return after;
}

interface Measured {
  readonly starts: number[];
  readonly sought: number[];
  readonly calls: number[];
}

async function measure(page: Page, url: string): Promise<Measured> {
  const measured: Measured = { starts: [], sought: [], calls: [] };
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === nextTrack.path) measured.calls.push(request.timing().responseEnd);
  });
  await page.goto(`${url}/app/review`);
  for (let serving = 1; serving <= servings; serving += 1) {
    await sleep(lookMilliseconds);
    measured.starts.push(await startOfSound(page));
    await sleep(lookMilliseconds);
    for (const share of seeks) measured.sought.push(await soundAfterSeek(page, share));
    if (serving === servings) break;
    const served = page.waitForResponse((response) => new URL(response.url()).pathname === nextTrack.path);
    await page.getByRole('button', { name: 'Skip track' }).click();
    await served;
    // If few tracks are left, the same one may be served again. A reload gives it a new player.
    await page.reload();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  }
  return measured;
}

function say(what: string, milliseconds: readonly number[]): number {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  console.log(
    `${what}: median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms (${sorted.length} times)`,
  );
  return at(0.5);
}

/** Prints the times. Returns whether the median is within the goal. */
function isWithin(what: string, milliseconds: readonly number[], goal: number): boolean {
  const median = say(what, milliseconds);
  console.log(`  ${(median / goal).toFixed(2)} of the goal of ${goal} ms`);
  return median <= goal;
}

await withSamples(async ({ url }) => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await signedIn(browser, url, sampleListeners.at(-1));
    const { starts, sought, calls } = await measure(page, url);
    const moments = await measureMoments(await signedIn(browser, url, sampleArtists[0]), url);
    say('Next track, as the browser sees the call', calls);
    const isKept = [
      isWithin('Sound after the press on play', starts, goalMilliseconds),
      isWithin('Sound after a press on the waveform', sought, seekGoalMilliseconds),
      isWithin('Sound after a press on a moment of an own track', moments, momentGoalMilliseconds),
    ];
    process.exitCode = isKept.every(Boolean) ? 0 : 1;
  } finally {
    await browser.close();
  }
});
