import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appPages, isPagePath } from './page-paths.ts';

test('every web route is a known page, and there are no others', () => {
  const routes = ['public-routes.tsx', 'app-routes.tsx']
    .map((file) => readFileSync(join(import.meta.dirname, '../web/routes', file), 'utf8'))
    .join('\n');
  const paths = [...routes.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^']+)'/g)]
    .map(([, parent, path]) => (parent === 'appRoute' ? `/app${path}` : path) ?? '')
    .filter((path) => path !== '/app$')
    .map((path) => path.replace('$artistId', '4c1f6e2a'));
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) expect(isPagePath(path), path).toBe(true);
  for (const page of appPages) expect(paths).toContain(`/app/${page}`);
});

test('pages are known by their aliases, with or without a trailing slash, and by no other paths', () => {
  for (const path of [
    '/',
    '/queue',
    '/app/account/',
    '/wallet',
    '/auth/elsewhere',
    '/admin/test-kit',
    '/app/health',
  ])
    expect(isPagePath(path), path).toBe(true);
  for (const path of [
    '/no',
    '/app/no',
    '/tracks/x',
    '/app/tracks/x',
    '/artist',
    '/artist/a/b',
    '/constructor',
    '/app/app',
  ])
    expect(isPagePath(path), path).toBe(false);
});
