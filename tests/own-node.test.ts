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

test('every npm script starts through the launcher', () => {
  const parts = Object.values(scripts).flatMap((script) => script.split(' && '));
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !/^node (?:-- )?scripts\/node\.mjs /.test(part))).toEqual([]);
});
