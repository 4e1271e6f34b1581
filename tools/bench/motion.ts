import '../../scripts/check-node.ts';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { findBrowser } from '../../scripts/find-browser.ts';
import { type RunningSamples, withSamples } from '../../scripts/with-samples.ts';

const usage = `Measures in Chromium how smoothly animated screens run, on its own server with the samples.

  npm run bench:motion

Measures the landing page and the animated steps of the investor demo, on a projector of 1920 x 1080 and on a phone with a
CPU four times slower. For each, it prints the frames per second, the median and longest time between two frames, the frames
that were more than one frame late, and how much of a second the main thread works. A browser without a graphics card also
draws with the CPU, so the frames of a busy machine mean little. The main thread's share is CPU time and stays valid.`;

const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });

const screens = [
  { name: 'projector', slower: 1, viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 1 },
  { name: 'phone', slower: 4, viewport: { width: 375, height: 812 }, deviceScaleFactor: 3 },
] as const;

/** A longer gap, in milliseconds, means a missed frame at 60 frames a second. */
const late = 34;

/** The gaps between frames over so many seconds, in milliseconds. */
const framesOf = (seconds: number) => `new Promise((done) => {
  const gaps = [];
  const begun = performance.now();
  let last = begun;
  const frame = () => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    if (now - begun < ${seconds * 1000}) requestAnimationFrame(frame);
    else done(gaps.sort((a, b) => a - b));
  };
  requestAnimationFrame(frame);
})`;

/** Processor time of the main thread so far, in seconds. */
async function mainThread(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

interface Motion {
  readonly name: string;
  /** How long to measure. */
  readonly seconds: number;
  readonly open: (page: Page) => Promise<unknown>;
  /** Starts the motion if it does not run by itself. */
  readonly start?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();

const motionsOf = ({ url, demoPassword }: RunningSamples): readonly Motion[] => [
  { name: 'landing page: the record turns', seconds: 10, open: (page) => page.goto(url) },
  { name: 'demo 1: the record turns', seconds: 10, open: (page) => page.goto(`${url}/demo`) },
  {
    name: 'demo 5: a simulated listen',
    seconds: 2.5,
    open: async (page) => {
      await page.getByLabel('Demo password').fill(demoPassword);
      await page.getByRole('button', { name: 'Enter the demo' }).click();
      await page.getByText('step 2/10').waitFor();
      await page.goto(`${url}/demo?step=5`);
    },
    start: press(/^Simulate/),
  },
  {
    name: 'demo 5: music plays',
    seconds: 10,
    open: async (page) => {
      await page.goto(`${url}/demo?step=4`);
      await press(/Feelings/)(page);
    },
    start: press(/^Play/),
  },
  {
    name: 'demo 9: the tier rises',
    seconds: 2,
    open: (page) => page.goto(`${url}/demo?step=9`),
    start: press(/^Simulate/),
  },
];

async function watch(page: Page, cdp: CDPSession, { seconds, open, start }: Motion): Promise<string> {
  await open(page);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  const before = await mainThread(cdp);
  const watched = page.evaluate(framesOf(seconds));
  await start?.(page);
  const gaps = z
    .array(z.number())
    .min(1)
    .parse(await watched);
  const busy = ((await mainThread(cdp)) - before) / seconds;
  return [
    `${(gaps.length / seconds).toFixed(0)} frames/s`.padStart(13),
    `${gaps[Math.floor(gaps.length / 2)]?.toFixed(0)} ms`.padStart(8),
    `${gaps.at(-1)?.toFixed(0)} ms`.padStart(8),
    `${gaps.filter((gap) => gap > late).length} late`.padStart(9),
    `${(busy * 100).toFixed(0)} % of the main thread`.padStart(26),
  ].join('');
}

async function measure(browser: Browser, samples: RunningSamples): Promise<void> {
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  for (const { name, slower, ...look } of screens) {
    const context = await browser.newContext(look);
    await context.addInitScript({ content: "localStorage.setItem('earshot-demo-mode', 'off')" });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    for (const motion of motionsOf(samples))
      console.log(`${name.padEnd(11)}${motion.name.padEnd(30)}${await watch(page, cdp, motion)}`);
    await context.close();
  }
}

if (values.help) console.log(usage);
else
  await withSamples(async (samples) => {
    const args = ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'];
    const browser = await chromium.launch({ executablePath: findBrowser(), args });
    try {
      await measure(browser, samples);
    } finally {
      await browser.close();
    }
  });
