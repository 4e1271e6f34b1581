import '../../scripts/check-node.ts';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { findBrowser } from '../../scripts/find-browser.ts';
import { sampleListeners, samplePassword } from '../../scripts/seed/sample-people.ts';
import { withSamples } from '../../scripts/with-samples.ts';
import { median } from './bench-database.ts';

const usage = `Measures what users wait for in Chromium, on its own server with the samples.

  npm run bench:web [-- --rounds 5] [--tracks 15]

Measures the first paint, largest paint and layout shift of the landing page, with an empty cache; the time from opening the
review page until the track can be played, and from the click to the first sound; the longest delay of a key typed into the
review; and the memory of the page after that many tracks were served, started and skipped (a review would take a minute of
listening each; an hour allows 20 skips).`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    tracks: { type: 'string', default: '15' },
    help: { type: 'boolean', default: false },
  },
});

/** Observes from before the first paint, invisible to the page's own scripts. */
const watch = `
  const seen = { largest: 0, shift: 0, delay: 0, media: undefined, sent: 0 };
  globalThis.benchSeen = seen;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.largest = e.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) seen.shift += e.value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.delay = Math.max(seen.delay, e.duration); })
    .observe({ type: 'event', durationThreshold: 16, buffered: true });
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () { seen.media = this; return play.call(this); };`;

const Seen = z.object({
  first: z.number(),
  largest: z.number(),
  shift: z.number(),
  delay: z.number(),
  kilobytes: z.number(),
});
type Seen = z.infer<typeof Seen>;

async function seenBy(page: Page): Promise<Seen> {
  const seen = await page.evaluate(`({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    largest: benchSeen.largest, shift: benchSeen.shift, delay: benchSeen.delay,
    kilobytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .reduce((sum, entry) => sum + entry.transferSize, 0) / 1000 })`);
  return Seen.parse(seen);
}

async function openPage(browser: Browser): Promise<Page> {
  // The content security policy would forbid evaluating the conditions waited for here.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
  await context.addInitScript({ content: `localStorage.setItem('earshot-demo-mode', 'off');${watch}` });
  return context.newPage();
}

async function landing(browser: Browser, url: string): Promise<Seen> {
  const page = await openPage(browser);
  await page.goto(url, { waitUntil: 'networkidle' });
  const seen = await seenBy(page);
  await page.context().close();
  return seen;
}

interface Listening extends Seen {
  readonly toPlayable: number;
  readonly toSound: number;
}

const playButton = (page: Page) => page.getByRole('button', { name: 'Play', exact: true });
const isHeard = 'benchSeen.media !== undefined && benchSeen.media.currentTime > 0';

async function reviewPage(page: Page, url: string): Promise<Listening> {
  const started = performance.now();
  await page.goto(`${url}/app/review`);
  await playButton(page).waitFor();
  const playable = performance.now();
  await playButton(page).click();
  await page.waitForFunction(isHeard, undefined, { polling: 20 });
  const heard = performance.now();
  await page
    .getByRole('textbox', { name: 'Your review' })
    .pressSequentially('Warm voice, and the bass stays. ');
  await page.waitForTimeout(300);
  return { ...(await seenBy(page)), toPlayable: playable - started, toSound: heard - playable };
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByLabel('E-mail').fill(sampleListeners.at(-1)?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/app/**');
}

/** Script memory in use after a garbage collection, in megabytes. */
async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** The first tracks fill caches and are not counted. */
async function memoryOfTracks(page: Page, tracks: number): Promise<readonly [before: number, after: number]> {
  const cdp = await page.context().newCDPSession(page);
  const pass = async () => {
    await page.getByRole('button', { name: 'Skip track' }).click();
    await page.evaluate('benchSeen.media = undefined');
    await playButton(page).click();
    await page.waitForFunction(isHeard, undefined, { polling: 20 });
  };
  await pass();
  await pass();
  const before = await heap(cdp);
  for (let passed = 0; passed < tracks; passed += 1) await pass();
  return [before, await heap(cdp)];
}

const milliseconds = (numbers: readonly number[]) => `${median(numbers).toFixed(0)} ms`.padStart(9);
const tell = (what: string, figure: string) => console.log(`${what.padEnd(58)}${figure}`);

async function measure(url: string): Promise<void> {
  const rounds = Array.from({ length: Number(values.rounds) });
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const visits: Seen[] = [];
    for (const _ of rounds) visits.push(await landing(browser, url));
    const page = await openPage(browser);
    await signIn(page, url);
    const reviews: Listening[] = [];
    for (const _ of rounds) reviews.push(await reviewPage(page, url));
    const of = <Of>(all: readonly Of[], what: (one: Of) => number) => all.map(what);
    console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, medians of ${values.rounds}`);
    tell(
      'landing page: sent, empty cache',
      `${median(of(visits, (one) => one.kilobytes)).toFixed(0)} kB`.padStart(9),
    );
    tell('landing page: first paint', milliseconds(of(visits, ({ first }) => first)));
    tell('landing page: largest paint', milliseconds(of(visits, ({ largest }) => largest)));
    tell(
      'landing page: layout shift',
      median(of(visits, ({ shift }) => shift))
        .toFixed(3)
        .padStart(9),
    );
    tell('review page: to what can be played', milliseconds(of(reviews, (one) => one.toPlayable)));
    tell('review page: from the click to sound', milliseconds(of(reviews, (one) => one.toSound)));
    tell(
      'review page: layout shift',
      median(of(reviews, ({ shift }) => shift))
        .toFixed(3)
        .padStart(9),
    );
    tell('review page: longest delay of a key or click', milliseconds(of(reviews, ({ delay }) => delay)));
    const [before, after] = await memoryOfTracks(page, Number(values.tracks));
    tell(
      `review page: memory of scripts before and after ${values.tracks} more tracks`,
      `${before.toFixed(1)} to ${after.toFixed(1)} MB`,
    );
  } finally {
    await browser.close();
  }
}

if (values.help) console.log(usage);
else await withSamples(({ url }) => measure(url));
