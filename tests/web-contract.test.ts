import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { contractForBrowsers, webCalls } from '../scripts/web-contract.ts';

const root = join(import.meta.dirname, '..');

test('the browser contract has only the method, path and callers of each call, and whether it takes long', async () => {
  const expected = Object.entries(api).map(([concept, calls]) => [
    concept,
    Object.fromEntries(
      Object.entries<Call>(calls).map(([name, { method, path, who, takesLong }]) => [
        name,
        { method, path, who, ...(takesLong && { takesLong }) },
      ]),
    ),
  ]);
  expect(await webCalls()).toEqual(Object.fromEntries(expected));
});

test.each(['zod', 'zod/mini'])('the web build fails with %s in it', (source) => {
  const resolve = contractForBrowsers().resolveId;
  if (typeof resolve !== 'function') throw new Error('The plugin resolves nothing.');
  const refuse = (from: string) =>
    resolve.call(
      {
        error: (message: string) => {
          throw new Error(message);
        },
      } as never, // Of the bundler the plugin uses no more than this.
      from,
      '/src/web/planted.ts',
      { isEntry: false, kind: 'import-statement' } as never,
    );
  expect(() => refuse(source)).toThrow('/src/web/planted.ts would bring the schema library to browsers');
  expect(refuse('react')).toBeUndefined();
});

test('no web file reads server-only parts of a call', () => {
  const files = globSync('src/web/**/*.{ts,tsx}', { cwd: root });
  const readers = files.filter((file) =>
    /\bapi\.\w+\.\w+\.\w+|\bcall\.(params|query|body|answer|status|refusals)\b/.test(
      readFileSync(join(root, file), 'utf8').replaceAll(/\btypeof [\w.]+/g, ''),
    ),
  );
  expect(readers).toEqual([]);
});
