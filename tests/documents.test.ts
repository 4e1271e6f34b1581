import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { handledEvents } from '#server/adapters/billing/stripe-notices.ts';
import { settings } from '#server/config.ts';
import { concepts } from '#tests/support/arrows.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'samples/**/*.md'], { cwd: root });
const scripts = Object.keys(
  (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts,
);
const found = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name = '']) => name);

test.each(documents)('%s names commands, scripts and files that exist', (document) => {
  const text = read(document);
  expect(found(text, /npm run ([a-z][\w:-]*)/g).filter((name) => !scripts.includes(name))).toEqual([]);
  const links = found(text, /\]\((?!https?:|#)([^)#]+)/g).map((link) => join(dirname(document), link));
  const named = found(text, /(?<![\w/.-])((?:scripts|tests|src)\/[\w./-]+\.ts)\b/g);
  expect([...links, ...named].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('the operating manual names no setting that is not there', () => {
  const known = Object.keys(settings.shape);
  const named = found(read('docs/operations.md'), /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g);
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter(
      (name) => !known.includes(name) && !(name.endsWith('_') && known.some((k) => k.startsWith(name))),
    ),
  ).toEqual([]);
});

test('the operating manual lists the events of Stripe that are handled, and the API version', () => {
  const manual = read('docs/operations.md');
  const [, list = ''] = /<!-- events -->\n([\s\S]*)<!-- \/events -->/.exec(manual) ?? [];
  expect(found(list, /^- `([\w.]+)`$/gm)).toEqual(handledEvents);
  expect(manual).toContain(`API version \`${Stripe.API_VERSION}\``);
});

test('the page on the architecture names every concept, every adapter and every file beside them', () => {
  const page = read('ARCHITECTURE.md');
  const folders = globSync('src/server/adapters/*/', { cwd: root }).map(
    (folder) => folder.split('/').at(-1) ?? '',
  );
  const files = globSync('src/server/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => file.replace(/^.*\/|\.ts$/g, ''));
  expect(folders.length).toBeGreaterThan(5);
  expect([...concepts, ...folders, ...files].filter((name) => !page.includes(name))).toEqual([]);
});
