import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The headless shell comes first: it draws no window of its own, which costs tests a fifth of their processor time. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

const find = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );

const run = (command: string, ...words: string[]) => {
  process.stdout.write(`${[command, ...words].join(' ')}\n`);
  execFileSync(command, words, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
};

const hasDebianPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Debian's folder for Liberation Sans, the landing page's fallback font. A browser test compares its line breaks. */
const fallbackFont = '/usr/share/fonts/truetype/liberation';

function installMissing(): void {
  if (hasDebianPackages()) {
    run('apt-get', 'update', '-qq');
    const packages = ['chromium-headless-shell', 'fonts-liberation'];
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);
  } else if (!find()) {
    run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
  }
}

/** The path of a Chromium for tests. Installs one if there is none: Debian's as root, else Playwright's. */
export function findBrowser(): string {
  const isFontMissing = hasDebianPackages() && !existsSync(fallbackFont);
  if (!find() || isFontMissing) {
    process.stdout.write('Installing Chromium and its fonts for the browser tests.\n');
    installMissing();
  }
  const found = find();
  if (!found) throw new Error('Chromium could not be installed. Install it and set CHROMIUM_PATH.');
  return found;
}
