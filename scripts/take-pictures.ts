import './check-node.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start-server.ts';
import { buildWeb } from './build-web.ts';
import { findBrowser } from './find-browser.ts';
import { sampleAdmin, sampleArtists, sampleListeners, samplePassword } from './seed/sample-people.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
const publicFiles = join(root, 'src/web/public');
const port = 3999;
const url = `http://localhost:${port}`;
const largestPicture = 200_000;

/** The README's pictures, the share picture and the icons, all from the running product with its samples. */
async function takePictures(): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  await buildWeb();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'earshot-pictures-'));
  const settings = { DATA_DIR: dataDirectory, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const server = await startServer(readConfig(settings), { webRoot: join(root, 'dist/web') });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    await drawIcons(browser);
    await takeShare(browser);
    const { status } = spawnSync('node', ['scripts/seed.ts'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...settings },
    });
    if (status !== 0) throw new Error('The samples could not be made.');
    await takeScreens(browser);
  } finally {
    await browser.close();
    await server.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

async function openPage(browser: Browser, width: number, height: number, scale = 1): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
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

async function takeShare(browser: Browser): Promise<void> {
  const page = await openPage(browser, 1200, 630);
  await page.goto(url);
  await settle(page);
  await page.screenshot({ path: join(publicFiles, 'share.jpg'), type: 'jpeg', quality: 85 });
  await page.close();
}

const screens = [
  { name: 'front-door', path: '/' },
  { name: 'review', path: '/app/review', as: sampleListeners.at(-1)?.email },
  { name: 'discover', path: '/app/discover', as: sampleListeners.at(-1)?.email },
  { name: 'analytics', path: '/app/analytics', as: sampleArtists[0]?.email },
  { name: 'admin', path: '/app/admin', as: sampleAdmin.email },
];

async function takeScreens(browser: Browser): Promise<void> {
  for (const { name, path, as } of screens) {
    const page = await openPage(browser, 1280, 800, 0.55);
    if (as !== undefined) await signIn(page, as);
    await page.goto(`${url}${path}`);
    await settle(page);
    const picture = join(pictures, `${name}.png`);
    await page.screenshot({ path: picture });
    await page.close();
    const { size } = statSync(picture);
    process.stdout.write(`  ${name}: ${Math.round(size / 1000)} kB\n`);
    if (size > largestPicture) throw new Error(`${picture} is larger than ${largestPicture} bytes.`);
  }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/app/**');
}

/** The fonts are there, the network rests and the picture is drawn. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready.then(() => null)');
  await page.waitForTimeout(600);
}

await takePictures();
