import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { product } from './product.ts';

test('the product shows the version of its package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(product.version).toBe(manifest.version);
});
