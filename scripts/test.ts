import './check-node.ts';
import { spawnSync } from 'node:child_process';
import { findBrowser } from './find-browser.ts';

/** The steps of `npm test`, the quickest first; the first that fails ends it. */
const steps: readonly (readonly [name: string, ...command: string[]])[] = [
  ['Types of the server', 'tsc', '-p', 'tsconfig.server.json'],
  ['Types of the web', 'tsc', '-p', 'tsconfig.web.json'],
  ['Types of the tests', 'tsc', '-p', 'tsconfig.tests.json'],
  ['Lint and format', 'biome', 'ci', '--error-on-warnings', '.'],
  ['Unused files, exports and packages', 'knip'],
  ['Rules, architecture and API', 'vitest', 'run'],
  ['Build of the web', 'node', 'scripts/build-web.ts'],
  ['Sizes of the first loads', 'node', 'scripts/size.ts'],
  ['Journeys in a browser', 'playwright', 'test'],
];

process.env.CHROMIUM_PATH = findBrowser();
const only = process.argv.slice(2);
for (const [name, command = '', ...words] of steps) {
  if (only.length > 0 && !only.includes(command)) continue;
  process.stdout.write(`\n== ${name}\n`);
  const started = performance.now();
  const { status } = spawnSync(command, words, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    process.stderr.write(`\nFailed: ${name}\n`);
    process.exit(1);
  }
  process.stdout.write(`== ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}
