import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts, dependencies } = z
  .object({
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

const lines = read('Containerfile').replaceAll('\\\n', ' ').split('\n');
/** What stands behind each use of an instruction, in order. */
const all = (instruction: string) =>
  lines
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1));

test('every file and script that the image uses exists', () => {
  const copied = all('COPY')
    .filter((words) => !words.startsWith('--from='))
    .flatMap((words) => words.split(' ').slice(0, -1));
  expect(copied.length).toBeGreaterThan(3);
  expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const run = [
    ...all('RUN')
      .join('\n')
      .matchAll(/npm run (\S+)/g),
  ].map(([, name = '']) => name);
  expect(run).toEqual(['build']);
  expect(run.filter((name) => scripts[name] === undefined)).toEqual([]);
  // The same command as npm start, without npm in between.
  expect(all('CMD')).toEqual([JSON.stringify(scripts.start?.split(' ')).replaceAll(',', ', ')]);
});

test('the image does not run as root, and stores its data in the volume', () => {
  expect(all('USER').at(-1)).toBe('node');
  const values = new Map(
    all('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('=') as [string, string])),
  );
  expect(all('VOLUME')).toEqual([values.get('DATA_DIR')]);
  expect(all('EXPOSE')).toEqual([values.get('PORT')]);
  expect(all('HEALTHCHECK').join()).toContain(`http://127.0.0.1:${values.get('PORT')}/health`);
});

test('building and running the product needs no development dependency', () => {
  const sources = globSync(
    ['src/**/*.{ts,tsx,css}', 'scripts/{start,build-web,draw-pages}.ts', 'vite.config.ts'],
    {
      cwd: root,
    },
  ).filter((file) => !file.includes('.test.'));
  expect(sources.length).toBeGreaterThan(300);
  const imported = sources.flatMap((file) =>
    [...read(file).matchAll(/(?:(?<!distinct )from |import |import\()['"]([^'"]+)['"]/g)].map(
      ([, name = '']) => name,
    ),
  );
  const packages = imported
    .filter((name) => !/^[.#/]|^node:|^https?:/.test(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  const known = new Set([...Object.keys(dependencies), ...builtinModules]);
  expect([...new Set(packages)].filter((name) => !known.has(name))).toEqual([]);
});
