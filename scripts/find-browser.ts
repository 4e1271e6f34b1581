import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const installed = [
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

/**
 * The path of a Chromium to test with. Installs one when there is none: Debian's for root, else Playwright's. The landing
 * page's fallback fonts are Arial or Liberation Sans, and a journey compares the lines they make.
 */
export function findBrowser(): string {
  const found = find();
  if (found) return found;
  process.stdout.write('There is no Chromium yet: installing one for the browser tests.\n');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-qq');
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation');
  } else {
    run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
  }
  const now = find();
  if (!now) throw new Error('No Chromium could be installed. Install one and name it in CHROMIUM_PATH.');
  return now;
}
