import './check-node.ts';
import { join } from 'node:path';
import { findBrowser } from './find-browser.ts';
import { runSteps, type Step } from './run-steps.ts';

const checks = ['types', 'lint', 'unused', 'web', 'sizes'];

/**
 * The steps of `npm test`. The quick checks run in parallel, and so do the component and API tests, which mostly wait.
 * Browser tests need the machine to themselves.
 */
const steps: readonly Step[] = [
  // Several checkers in a project each repeat most of its types, which costs three times the processor time.
  { key: 'types', title: 'Types', command: ['tsc', '-b', '--checkers', '1'] },
  { key: 'lint', title: 'Lint and format', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  { key: 'unused', title: 'Unused files, exports and packages', command: ['knip'] },
  { key: 'web', title: 'Build of the web', command: ['node', 'scripts/build-web.ts'] },
  {
    key: 'sizes',
    title: 'Sizes of the first loads',
    command: ['node', 'scripts/size.ts'],
    after: ['web'],
  },
  {
    key: 'components',
    title: 'Components in a browser',
    command: ['vitest', 'run', '--config', 'vitest.components.config.ts'],
    after: checks,
  },
  {
    key: 'api',
    title: 'Rules, architecture and API',
    command: ['vitest', 'run'],
    after: checks,
  },
  {
    key: 'journeys',
    title: 'Journeys in a browser',
    command: ['playwright', 'test'],
    after: [...checks, 'components', 'api'],
  },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((key) => !steps.some((step) => step.key === key));
if (unknown.length > 0) {
  process.stderr.write(
    `No step is called ${unknown.join(', ')}. Steps: ${steps.map(({ key }) => key).join(' ')}\n`,
  );
  process.exit(2);
}
const chosen = wanted.length > 0 ? steps.filter(({ key }) => wanted.includes(key)) : steps;
const inBrowser = ['components', 'journeys'];
// Threads that tests start, such as those that analyze audio, compile the sources once instead of every time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node');
if (chosen.some(({ key }) => inBrowser.includes(key))) process.env.CHROMIUM_PATH = findBrowser();
process.exitCode = (await runSteps(chosen)) ? 0 : 1;
