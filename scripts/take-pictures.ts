import './check-node.ts';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from './find-browser.ts';
import { sampleAdmin, sampleArtists, sampleListeners, samplePassword } from './seed/sample-people.ts';
import { type RunningSamples, withSamples } from './with-samples.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
const publicFiles = join(root, 'src/web/public');
const largestPicture = 200_000;

/** Takes the README's pictures, the share picture and the icons from the running product with its samples. */
async function takePictures({ url, adminPassword }: RunningSamples): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    await drawIcons(browser);
    await takeShare(browser, url);
    for (const screen of screensFor(adminPassword)) await takeScreen(browser, url, screen);
  } finally {
    await browser.close();
  }
}

async function openPage(browser: Browser, width: number, height: number, scale = 1): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  await page.addInitScript({ content: "localStorage.setItem('earshot-demo-mode', 'off')" });
  return page;
}

async function drawIcons(browser: Browser): Promise<void> {
  const drawing = readFileSync(join(publicFiles, 'favicon.svg'), 'utf8');
  for (const size of [180, 192, 512]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<body style="margin:0;background:#150e1a;display:grid;place-items:center;height:100vh"><div style="width:78vw">${drawing}</div>`,
    );
    await page.screenshot({ path: join(publicFiles, `icon-${size}.png`) });
    await page.close();
  }
}

async function takeShare(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, 1200, 630);
  await page.goto(url);
  await settle(page);
  await page.screenshot({ path: join(publicFiles, 'share.jpg'), type: 'jpeg', quality: 85 });
  await page.close();
}

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly as?: { readonly email: string; readonly password: string };
}

function screensFor(adminPassword: string): readonly Screen[] {
  const sample = (email = '') => ({ email, password: samplePassword });
  const listener = sample(sampleListeners.at(-1)?.email);
  return [
    { name: 'landing', path: '/' },
    { name: 'review', path: '/app/review', as: listener },
    { name: 'discover', path: '/app/discover', as: listener },
    { name: 'analytics', path: '/app/analytics', as: sample(sampleArtists[0]?.email) },
    { name: 'admin', path: '/app/admin', as: { email: sampleAdmin.email, password: adminPassword } },
  ];
}

async function takeScreen(browser: Browser, url: string, { name, path, as }: Screen): Promise<void> {
  const page = await openPage(browser, 1280, 800, 0.55);
  if (as !== undefined) await signIn(page, url, as);
  await page.goto(`${url}${path}`);
  await settle(page);
  const picture = join(pictures, `${name}.png`);
  await page.screenshot({ path: picture });
  await page.close();
  const { size } = statSync(picture);
  process.stdout.write(`  ${name}: ${Math.round(size / 1000)} kB\n`);
  if (size > largestPicture) throw new Error(`${picture} is larger than ${largestPicture} bytes.`);
}

async function signIn(page: Page, url: string, { email, password }: NonNullable<Screen['as']>) {
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/app/**');
}

/** Waits until the fonts are loaded, the network is idle and the page is painted. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  // A headless browser hides its scrollbar, and the space reserved for it would be an empty strip.
  await page.addStyleTag({ content: 'html { scrollbar-gutter: auto }' });
  await page.evaluate('document.fonts.ready.then(() => null)');
  await page.waitForTimeout(600);
}

await withSamples(takePictures);
