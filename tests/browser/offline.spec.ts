import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Locator, Page } from '@playwright/test';
import { buildHeader } from '#contract/build-header.ts';
import { expect, freePort, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { uploadAs } from './listening-acts.ts';
import { joinAs } from './people.ts';

test.use({ world: 'offline' });

const review = (page: Page) => page.getByRole('textbox', { name: 'Your review' });
const draftSaved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());

/** Waits until the worker has stored the shell. */
const workerIsReady = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        async () =>
          (await caches.match('/app')) !== undefined && (await navigator.serviceWorker.ready).active?.state,
      ),
    )
    .toBe('activated');

/** Everything that this browser stores for the site and a user could see. */
const storedThings = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    ofUser: Object.keys(localStorage).filter((name) => /^earshot-(user|draft|signed-in)/.test(name)),
  }));

test('a draft is shown and continued without a connection, and signing out leaves nothing of it', async ({
  browser,
  page,
  context,
  earshot,
}) => {
  const quiet = watchConsole(page);
  await uploadAs(
    await browser.newPage({ baseURL: earshot.url }),
    earshot,
    'ann',
    'Tunnel',
    'metal-madness.mp3',
  );
  await joinAs(page, earshot, { email: 'lee@example.org', displayName: 'Lee', type: 'Listener' });
  await page.goto('/app/review');
  const saved = draftSaved(page);
  await review(page).fill('Half a thought,');
  await saved;
  await workerIsReady(page);
  const stored = await page.evaluate(async () => {
    const shell = await caches.open((await caches.keys())[0] ?? '');
    return (await shell.keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(stored.filter((path) => !/^\/app$|^\/assets\/[\w-]+\.(js|css|woff2)$/.test(path))).toEqual([]);

  // Journeys run in private windows; nothing else may be in the way of an installation.
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tunnel' })).toBeVisible();
  await expect(review(page)).toHaveValue('Half a thought,');
  await review(page).fill('Half a thought, and the other half.');
  await page.goto('/app/wallet');
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible();
  await page.goto('/app/review');
  // As the installed app opens.
  await page.goto('/app');
  await expect(review(page)).toHaveValue('Half a thought, and the other half.');
  await review(page).focus();

  const sent = draftSaved(page);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(review(page)).toBeFocused();
  await expect(review(page)).toHaveValue('Half a thought, and the other half.');
  await sent;

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/auth**');
  await expect.poll(() => storedThings(page)).toEqual({ caches: [], databases: [], workers: 0, ofUser: [] });
  await context.clearCookies();
  await joinAs(page, earshot, { email: 'kim@example.org', displayName: 'Kim', type: 'Listener' });
  await page.goto('/app');
  await workerIsReady(page);
  await context.setOffline(true);
  await page.goto('/app/review');
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible();
  await expect(page.getByText('Kim').first()).toBeVisible();
  await context.setOffline(false);
  quiet();
});

/** A proxy in front of the server. It can name another build, as after an update, and hold documents back. */
async function openFront(earshot: RunningEarshot) {
  const front = { name: '', inHeader: '', held: Promise.resolve(), unanswered: 0 };
  const { port: behind, origin } = new URL(earshot.url);
  const pass = async (from: IncomingMessage, to: ServerResponse) => {
    // Whole answers, in plain text.
    const {
      'accept-encoding': _coding,
      'if-none-match': _tag,
      'if-modified-since': _time,
      ...headers
    } = from.headers;
    if (headers.origin !== undefined) headers.origin = origin;
    const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const asked = request({ port: behind, method: from.method, path: from.url, headers }, resolve);
    from.pipe(asked.on('error', reject));
    const answer = await answered;
    const own = String(answer.headers[buildHeader]);
    const isPage = answer.headers['content-type']?.startsWith('text/html') === true;
    if (isPage) await front.held;
    const name = front.name || own;
    const sent = { ...answer.headers, [buildHeader]: front.inHeader || name };
    if (!isPage && from.url !== '/worker.js') {
      answer.pipe(to.writeHead(answer.statusCode ?? 0, sent));
      return;
    }
    const renamed = (await text(answer)).replaceAll(own, name);
    to.writeHead(answer.statusCode ?? 0, { ...sent, 'content-length': Buffer.byteLength(renamed) }).end(
      renamed,
    );
  };
  const server = createServer((from, to) => {
    front.unanswered += 1;
    to.on('close', () => {
      front.unanswered -= 1;
    });
    void pass(from, to).catch(() => to.destroy());
  });
  // Pages work without news.
  server.on('upgrade', (_from, socket) => socket.destroy());
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { front, url: `http://localhost:${port}`, close };
}

test('an update never shows an old page with a new server, and never takes what was typed', async ({
  browser,
  earshot,
}) => {
  const { front, url, close } = await openFront(earshot);
  const page = await browser.newPage({ baseURL: url });
  await joinAs(page, { url }, { email: 'mona@example.org', displayName: 'Mona', type: 'Listener' });
  await page.goto('/app/profile');
  await workerIsReady(page);
  const loads: string[] = [];
  page.on('domcontentloaded', (loaded) => loads.push(new URL(loaded.url()).pathname));
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void (questions.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  const shows = (build: string) =>
    expect(page.locator('meta[name="earshot-build"]')).toHaveAttribute('content', build);
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  /** The server is updated, and the open page hears of it by the next call. */
  const updateTo = async (build: string, next: Locator) => {
    await expect.poll(() => front.unanswered).toBe(0);
    front.name = build;
    const heard = page.waitForResponse(
      (answer) => answer.url().includes('/api/') && answer.headers()[buildHeader] === build,
    );
    await next.click();
    await heard;
  };

  await updateTo('second', page.getByRole('link', { name: 'Notices', exact: true }));
  expect(loads).toEqual([]);
  await page.getByRole('link', { name: 'Choose which ones we email' }).click();
  await shows('second');
  await heading('Settings');
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['earshot-shell-second']);
  await workerIsReady(page);
  await link('Wallet').click();
  await heading('Wallet');
  expect(loads).toEqual(['/app/settings']);

  await link('Settings').click();
  await page.getByRole('button', { name: 'Change email' }).click();
  const typed = page.getByRole('textbox', { name: 'New email' });
  await typed.fill('new@example.org');
  const form = page.locator('form').filter({ has: typed });
  await form.getByLabel('Password', { exact: true }).fill('not hers');
  await updateTo('third', form.getByRole('button', { name: 'Change email' }));
  await link('Wallet').click();
  await expect.poll(() => questions).toEqual(['Leave this page? What you entered here is lost.']);
  await expect(typed).toHaveValue('new@example.org');
  await shows('second');
  await link('Wallet').click();
  await shows('third');
  await heading('Wallet');
  expect(questions).toHaveLength(2);
  expect(loads).toEqual(['/app/settings', '/app/wallet']);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['earshot-shell-third']);
  await workerIsReady(page);

  const { promise, resolve: release } = Promise.withResolvers<void>();
  Object.assign(front, { name: 'fourth', held: promise });
  await page.goto('/app/settings');
  await shows('third');
  release();
  await shows('fourth');
  await heading('Settings');

  await expect.poll(() => front.unanswered).toBe(0);
  loads.length = 0;
  front.inHeader = 'fifth';
  await link('Wallet').click();
  await heading('Wallet');
  await expect.poll(() => front.unanswered).toBe(0);
  await link('Settings').click();
  await expect.poll(() => loads).toEqual(['/app/settings']);
  await heading('Settings');
  await page.waitForLoadState('networkidle');
  expect(loads).toEqual(['/app/settings']);
  await page.context().close();
  close();
});
