import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
const Engines = z.object({ node: z.string().optional() }).optional();
const { engines } = z.object({ engines: z.object({ node: z.string() }) }).parse(read('package.json'));
const { packages } = z
  .object({
    // Very old packages list their engines as an array, which says nothing about Node.
    packages: z.record(
      z.string(),
      z.object({
        engines: Engines.catch(undefined),
        cpu: z.union([z.string(), z.array(z.string())]).optional(),
        resolved: z.string().optional(),
      }),
    ),
  })
  .parse(read('package-lock.json'));

type Version = readonly number[];
const versionOf = (text: string): Version => [0, 1, 2].map((place) => Number(text.split('.')[place] ?? 0));
const isBefore = (one: Version, other: Version): boolean => {
  const place = one.findIndex((part, i) => part !== other[i]);
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0);
};

/** Only the forms that packages use for Node: `>=1.2`, `>1`, `^1.2.3`, a bare major version, and their combinations. */
function accepts(range: string, version: Version): boolean {
  return range.split('||').some((alternative) =>
    alternative
      .replaceAll(/([<>=^~]+)\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .every((comparator) => {
        const [, sign = '', number = ''] = /^(\D*)([\d.]*)/.exec(comparator) ?? [];
        const named = versionOf(number);
        if (number === '') return comparator === '*';
        if (sign === '>=') return !isBefore(version, named);
        if (sign === '>') return isBefore(named, version);
        if (sign === '<') return isBefore(version, named);
        if (sign === '<=') return !isBefore(named, version);
        return version[0] === named[0] && !isBefore(version, named);
      }),
  );
}

test.each(['20.19.0', '22.13.0', '24.0.0', '26.0.0'])(
  'npm on Node %s warns about no package in the lock file',
  (node) => {
    expect(accepts(engines.node, versionOf(node))).toBe(true);
    const refused = Object.entries(packages)
      // Packages for 32-bit machines are never installed: there is no Node and no PostgreSQL of ours for them.
      .filter(([, { cpu }]) => [cpu].flat().join() !== 'ia32')
      .filter(([, { engines: named }]) => named?.node && !accepts(named.node, versionOf(node)))
      .map(([path, { engines: named }]) => `${path} wants ${named?.node}`);
    expect(
      refused,
      'Remove "engines" from these entries of package-lock.json: docs/decisions/every-command-starts-through-a-launcher.md says why.',
    ).toEqual([]);
  },
);

test('the version comparison detects a Node that is too old', () => {
  expect(accepts('^22||^24||>=26', [20, 19, 0])).toBe(false);
  expect(accepts('>=22.12.0', [22, 11, 9])).toBe(false);
  expect(accepts('^20.19.0 || >=22.12.0', [20, 19, 0])).toBe(true);
  expect(accepts('>=16 || 14 >=14.17', [20, 19, 0])).toBe(true);
});

test('the lock file names no registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});
