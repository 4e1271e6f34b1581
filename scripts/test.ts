import './check-node.ts';
import { join } from 'node:path';
import { runSteps, type Step } from './run-steps.ts';

const checks = ['types', 'lint', 'unused', 'web', 'support', 'sizes'];

/**
 * The steps of `npm test`. The quick checks run in parallel, and so do the component and API tests, which mostly wait.
 * Browser tests need the machine to themselves.
 */
const steps: readonly Step[] = [
  // Several checkers in a project each repeat most of its types, which costs three times the processor time.
  { key: 'types', title: 'Types', command: ['tsc', '-b', '--checkers', '1'] },
  { key: 'lint', title: 'Lint and format', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  {
    key: 'unused',
    title: 'Unused files, exports and packages',
    command: ['knip'],
    // It reads the settings of the browser tests, which name the browser.
    after: ['browser'],
  },
  { key: 'web', title: 'Build of the web', command: ['node', 'scripts/build-web.ts'] },
  {
    key: 'support',
    title: 'Supported browsers and content blockers',
    command: ['node', 'scripts/check-web.ts'],
    after: ['web'],
  },
  {
    key: 'sizes',
    title: 'Sizes of the first loads',
    command: ['node', 'scripts/size.ts'],
    after: ['web'],
  },
  {
    key: 'browser',
    title: 'Chromium for the tests in a browser',
    command: ['node', 'scripts/install-browser.ts'],
  },
  {
    key: 'components',
    title: 'Components in a browser',
    command: ['vitest', 'run', '--config', 'vitest.components.config.ts'],
    after: [...checks, 'browser'],
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
    after: [...checks, 'browser', 'components', 'api'],
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
// Threads that tests start, such as those that analyze audio, compile the sources once instead of every time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node');
process.exitCode = (await runSteps(chosen)) ? 0 : 1;
