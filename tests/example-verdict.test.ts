import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Verdict } from '#contract/insight/verdict/verdict.ts';
import { exampleVerdict } from '../scripts/make-example.ts';

const file = join(import.meta.dirname, '../src/web/insight/verdict/example-verdict.json');

test('the example is what the product’s recipes make of the sample listeners: node scripts/node.mjs scripts/make-example.ts', () => {
  const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
  expect(Verdict.parse(stored)).toEqual(stored);
  expect(stored).toEqual(JSON.parse(JSON.stringify(exampleVerdict())));
});

test('every listener of the example is called a sample', () => {
  for (const { listenerName } of exampleVerdict().reviews.items)
    expect(listenerName).toMatch(/^Sample listener \d+$/);
});
