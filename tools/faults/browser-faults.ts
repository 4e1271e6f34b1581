import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { api } from '#contract/index.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { anHonestComment, earnedBy } from '#tests/support/people/reviewing.ts';
import { aTrack, type Person } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { findBrowser } from '../../scripts/find-browser.ts';
import type { LoadWorld } from '../load/load-world.ts';
import type { Check } from './fault.ts';
import { startTcpProxy, type TcpProxy, type Weather } from './tcp-proxy.ts';

const weathers: readonly Weather[] = ['delay', 'throttle', 'slices', 'reset', 'black hole', 'answers lost'];
const longestBlackHoleSeconds = 10;
/** After the network recovers: the longest that an upload waits before it resumes by itself. */
const endSeconds = 60;
const reviewsForPayout = 34;

/**
 * Runs in the page. Keeps the text of every toast, also across reloads, because each is shown for only five seconds.
 */
const keepToasts = `{
  window.toldByToasts = JSON.parse(sessionStorage.getItem('told-by-toasts') ?? '[]');
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[role=alertdialog]'))
      if (!window.toldByToasts.includes(toast.innerText)) window.toldByToasts.push(toast.innerText);
    sessionStorage.setItem('told-by-toasts', JSON.stringify(window.toldByToasts));
  }).observe(document, { childList: true, subtree: true });
}`;

/** One user who is about to press one button. */
interface Flow {
  readonly name: string;
  readonly page: Page;
  press(): Promise<void>;
  /** Whether the page shows success. */
  isDone(): Promise<boolean>;
  /** The exact text of every allowed toast, the success first. */
  readonly toasts: readonly string[];
  /** The idempotency keys that the requests used. */
  readonly keys: ReadonlySet<string>;
  /** How often it took effect, according to the database. */
  effects(): Promise<number>;
}

export const badNetworkOfBrowser: Check = {
  name: 'F7 network between browser and server',
  promise: 'the toasts say what happened, nothing is done twice, a retry keeps its key',
  run: async (world, { seconds, patience }) => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(world.url).port) });
    const url = `http://127.0.0.1:${proxy.port}`;
    const server = await world.startServer({}, { withWeb: true });
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
    const broken: string[] = [];
    const lines: string[] = [];
    try {
      for (const weather of weathers) {
        const flows = [
          await reviewing(world, browser, url),
          await askingForPayout(world, browser, url),
          await uploading(world, browser, url),
        ];
        const lasts = weather === 'black hole' ? Math.min(longestBlackHoleSeconds, seconds) : seconds;
        const pressed = await pressIn(weather, proxy, flows, lasts, patience);
        for (const flow of flows)
          broken.push(...(await wrongWith(flow)).map((what) => `${weather}: ${what}`));
        lines.push(`${weather} (pressed ${pressed.join(', ')} times)`);
        await Promise.all(flows.map(({ page }) => page.context().close()));
      }
    } finally {
      await browser.close();
      await server.stop();
      await proxy.close();
    }
    return { line: `review, payout and upload: ${lines.join('; ')}`, broken };
  },
};

/**
 * Presses every button under these network conditions, and again once they are good. Returns how often each was
 * pressed.
 */
async function pressIn(
  weather: Weather,
  proxy: TcpProxy,
  flows: readonly Flow[],
  seconds: number,
  patience: number,
): Promise<number[]> {
  proxy.set(weather);
  await Promise.all(flows.map((flow) => flow.press()));
  await sleep(seconds * 1000);
  proxy.set('fine');
  const ends = performance.now() + endSeconds * 1000 * patience;
  return Promise.all(
    flows.map(async (flow) => {
      let pressed = 1;
      while (!(await flow.isDone()) && performance.now() < ends) {
        const failures = (await told(flow.page)).filter((text) => text !== flow.toasts[0]);
        if (failures.length >= pressed && !(await flow.isDone())) {
          pressed += 1;
          await flow.press();
        }
        await sleep(500);
      }
      return pressed;
    }),
  );
}

async function wrongWith(flow: Flow): Promise<string[]> {
  const effects = await flow.effects();
  const unknown = (await told(flow.page)).filter((text) => !flow.toasts.includes(text));
  return [
    ...((await flow.isDone()) ? [] : [`${flow.name} did not come to its end`]),
    ...(effects === 1 ? [] : [`${flow.name} was done ${effects} times`]),
    ...(flow.keys.size === 1 ? [] : [`${flow.name} was sent under ${flow.keys.size} keys`]),
    ...unknown.map((text) => `${flow.name} said ${JSON.stringify(text)}`),
  ];
}

const told = (page: Page): Promise<string[]> => page.evaluate('window.toldByToasts');
const saying =
  (page: Page, toast: string): (() => Promise<boolean>) =>
  async () =>
    (await told(page)).includes(toast);

/** Opens this page for a signed-in user. */
async function openPage(world: LoadWorld, browser: Browser, url: string, person: Person) {
  const userId = await world.person(person);
  const { accessToken, refreshToken } = await world.signIn(userId);
  const context = await browser.newContext({ baseURL: url });
  await context.addCookies([{ name: 'rt', value: refreshToken, url, httpOnly: true, sameSite: 'Strict' }]);
  await context.addInitScript(keepToasts);
  await context.addInitScript("localStorage.setItem('earshot-signed-in', '1')");
  const page = await context.newPage();
  return { userId, page, user: apiUser(world.url, userId, accessToken) };
}

async function countOf({ owner }: LoadWorld, text: string, userId: string): Promise<number> {
  return Number((await sqlRow(owner.database, text, [userId])).n);
}

/** The idempotency keys of all the page's requests to this path. */
function keysSentTo(page: Page, path: string): ReadonlySet<string> {
  const keys = new Set<string>();
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (key !== undefined && new URL(request.url()).pathname === path) keys.add(key);
  });
  return keys;
}

async function reviewing(world: LoadWorld, browser: Browser, url: string): Promise<Flow> {
  const { database } = world.owner;
  await aTrack(database);
  const { userId, page, user } = await openPage(world, browser, url, { userType: 'listener' });
  await user.get(api.listening.nextTrack, { body: {} });
  await sql(
    database,
    'update assignments set listened_ms = 60000, bytes_sent = 1000000, unlocked_at = now() where listener_id = $1',
    [userId],
  );
  const keys = keysSentTo(page, api.reviews.submitReview.path);
  await page.goto('/app/review');
  await page.getByRole('textbox', { name: 'Your review' }).fill(anHonestComment);
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
  const button = page.getByRole('button', { name: 'Submit Review (Pending Approval)' });
  await button.waitFor();
  const done = "Review submitted\nYour review is pending approval. You'll be credited $0.15 once approved.";
  return {
    name: 'the review',
    page,
    press: () => button.dblclick(),
    isDone: saying(page, done),
    toasts: [done, 'Submission failed\nFailed to submit review. Please try again.'],
    keys,
    effects: () =>
      countOf(world, 'select count(*)::integer as n from reviews where listener_id = $1', userId),
  };
}

async function askingForPayout(world: LoadWorld, browser: Browser, url: string): Promise<Flow> {
  const { database } = world.owner;
  const { userId, page } = await openPage(world, browser, url, { userType: 'listener' });
  const testDatabase = { ownerDatabase: database, database: world.app.database };
  await earnedBy({ testDatabase }, userId, reviewsForPayout);
  const keys = keysSentTo(page, api.wallet.requestPayout.path);
  await page.goto('/app/wallet');
  const button = page.getByRole('button', { name: 'Request Payout' });
  await button.waitFor();
  const done =
    'Payout requested\nYour payout request has been submitted and will be processed within 3-5 business days.';
  const pending = page.getByRole('table', { name: 'Payout History' }).getByText('pending');
  const saysDone = saying(page, done);
  return {
    name: 'the payout',
    page,
    // Money that was paid out meanwhile cannot be requested again.
    press: async () => {
      if (await button.isEnabled()) await button.dblclick();
    },
    // If the answer was lost, the page reloads the state and shows it.
    isDone: async () => (await saysDone()) || pending.isVisible(),
    toasts: [done, 'Payout request failed\nCan’t reach the server. Check your connection and try again.'],
    keys,
    effects: () =>
      countOf(world, 'select count(*)::integer as n from payout_requests where listener_id = $1', userId),
  };
}

async function uploading(world: LoadWorld, browser: Browser, url: string): Promise<Flow> {
  const { userId, page } = await openPage(world, browser, url, { userType: 'artist' });
  const keys = new Set<string>();
  const [before = '', after = ''] = uploadContentPath('*').split('*');
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(before) && pathname.endsWith(after)) keys.add(pathname);
  });
  await page.goto('/app/upload');
  const buffer = Buffer.from(anMp3({ seconds: 62, mark: userId }));
  await page.locator('input[type=file]').setInputFiles({ name: 'storm.mp3', mimeType: 'audio/mpeg', buffer });
  await page.getByLabel('Title').fill('Storm');
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Metal' }).click();
  const button = page.getByRole('button', { name: 'Upload Track' });
  const done = 'Upload successful!\nYour track has been uploaded and is now available for review.';
  return {
    name: 'the upload',
    page,
    press: async () => {
      if (await button.isVisible()) await button.dblclick();
    },
    isDone: saying(page, done),
    toasts: [done, 'Upload failed\nThere was an error uploading your track. Please try again.'],
    keys,
    effects: () =>
      countOf(world, 'select count(*)::integer as n from artist_tracks where artist_id = $1', userId),
  };
}
