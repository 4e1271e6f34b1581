import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { areas } from '#tests/support/world/arrows.ts';
import { median } from './bench/median.ts';

// Prints how large the house is: the numbers to watch when something is added.

const root = join(import.meta.dirname, '..');
const find = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: (path) => path.includes('node_modules') });
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const linesIn = (file: string) => read(file).split('\n').length - 1;
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const matches = (files: readonly string[], pattern: RegExp) =>
  sum(files.map((file) => read(file).match(pattern)?.length ?? 0));
const words = (files: readonly string[]) => matches(files, /\S+/g);

const sources = find('src/**/*.{ts,tsx,css,html}').filter((file) => !/\.test\.tsx?$/.test(file));
const server = sources.filter((file) => file.startsWith('src/server/'));

/** The folder of the server that a file is in: a room, or with two levels a part of one. */
const roomOf = (file: string, levels = 1) =>
  dirname(file)
    .split('/')
    .slice(2, 2 + levels)
    .join('/');
const order: readonly string[] = areas;
const placeOf = (room: string) => order.indexOf(room.split('/')[0] ?? '');

/** Each pair of rooms of which the first imports from the second. */
function findArrows(): [from: string, to: string][] {
  const arrows = new Map<string, [string, string]>();
  for (const file of server) {
    for (const [, path = ''] of read(file).matchAll(/from '((?:#server|\.)[^']+)'/g)) {
      const target = path.startsWith('#') ? path.replace('#server', 'src/server') : join(dirname(file), path);
      const [from, to] = [roomOf(file), roomOf(target)];
      if (from && to && from !== to && target.startsWith('src/server/'))
        arrows.set(`${from} ${to}`, [from, to]);
    }
  }
  return [...arrows.values()];
}

const arrows = findArrows();
const upward = arrows.filter(([from, to]) => placeOf(from) >= 0 && placeOf(to) > placeOf(from));
const triggers = ['migrations/triggers.sql'];
const records = find('docs/decisions/*.md').filter((file) => !file.endsWith('README.md'));
const scripts = read('package.json').match(/^ {4}"[\w:]+": "node .*$/gm) ?? [];

const numbers: readonly [what: string, number: string | number][] = [
  ['Lines in src, without tests', sum(sources.map(linesIn))],
  ['Files in src/server', server.length],
  ['Lines of such a file, median', median(server.map(linesIn))],
  ['Rooms of src/server', new Set(server.map((file) => roomOf(file)).filter(Boolean)).size],
  ['Their parts', new Set(server.map((file) => roomOf(file, 2)).filter(Boolean)).size],
  ['Arrows between rooms', arrows.length],
  ['Arrows from an area to a later one', upward.length],
  ['Triggers: statements', matches(triggers, /^ *(?:execute format\(')?create (?:constraint )?trigger/gm)],
  ['Triggers: rows of lists', matches(triggers, /^ {4}\('/gm)],
  ['Functions of the database', matches(find('migrations/functions/*.sql'), /^create or replace function/gm)],
  ['Numbered migrations', find('migrations/[0-9]*.sql').length],
  ['Decision records', records.length],
  ['Words in them', words(records)],
  ['Words of Markdown in all', words(find('*.md', '{docs,samples,scripts,tests,tools,src}/**/*.md'))],
  ['Lines in tools', sum(find('tools/**/*.{ts,md}').map(linesIn))],
  ['npm scripts', scripts.length],
  ['Benches among them', scripts.filter((line) => line.includes('tools/bench/')).length],
];
for (const [what, number] of numbers)
  process.stdout.write(`${what.padEnd(36)}${String(number).padStart(8)}\n`);
