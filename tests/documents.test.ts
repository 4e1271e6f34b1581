import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { product } from '#contract/product.ts';
import { handledEvents } from '#server/adapters/payments/stripe-notices.ts';
import { settings } from '#server/settings/config.ts';
import { areas } from '#tests/support/world/arrows.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'samples/**/*.md', 'tools/*.md'], { cwd: root });
const scripts = Object.keys(
  (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts,
);
const found = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name = '']) => name);

test.each(documents)('%s names only commands, scripts and files that exist', (document) => {
  const text = read(document);
  expect(found(text, /npm run ([a-z][\w:-]*)/g).filter((name) => !scripts.includes(name))).toEqual([]);
  const links = found(text, /\]\((?!https?:|mailto:|\/|#)([^)#]+)/g).map((link) =>
    join(dirname(document), link),
  );
  const named = found(
    text,
    /(?<![\w/.:-])((?:scripts|tests|tools|src|migrations|docs)\/[\w/-]+(?:\.\w+)*)(?![\w*{<[])/g,
  );
  expect([...links, ...named].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('the operating manual names only existing settings', () => {
  // The last two are not Earshot's own: Node's, and Debian's for etcd.
  const known = [...Object.keys(settings.shape), 'NODE_EXTRA_CA_CERTS', 'DAEMON_ARGS'];
  const named = found(read('docs/operations.md'), /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g);
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter(
      (name) => !known.includes(name) && !(name.endsWith('_') && known.some((k) => k.startsWith(name))),
    ),
  ).toEqual([]);
});

test('the operating manual names every setting', () => {
  const manual = read('docs/operations.md');
  expect(Object.keys(settings.shape).filter((name) => !new RegExp(`\\b${name}\\b`).test(manual))).toEqual([]);
});

test('the operating manual lists each of its sections at the top', () => {
  const [top = '', ...sections] = read('docs/operations.md').split(/^## /m);
  expect(found(top, /\[([^\]]+)\]\(#/g).toSorted()).toEqual(
    sections.map((section) => section.split('\n', 1)[0] ?? '').toSorted(),
  );
});

test('each release has a version of its own and a date, and the newest that has a date is this version', () => {
  const headings = found(read('CHANGELOG.md'), /^## (.+)$/gm);
  const releases = headings[0]?.endsWith('(unreleased)') ? headings.slice(1) : headings;
  expect(releases.filter((release) => !/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/.test(release))).toEqual([]);
  const versions = headings.map((heading) => heading.split(' ')[0]);
  expect(new Set(versions).size).toBe(versions.length);
  expect(releases[0]?.split(' ')[0]).toBe(product.version);
});

test('the operating manual lists the handled Stripe events and the API version', () => {
  const manual = read('docs/operations.md');
  const [, list = ''] = /<!-- events -->\n([\s\S]*)<!-- \/events -->/.exec(manual) ?? [];
  expect(found(list, /^- `([\w.]+)`$/gm)).toEqual(handledEvents);
  expect(manual).toContain(`API version \`${Stripe.API_VERSION}\``);
});

test('the architecture page names every area, every room, every adapter and every other file', () => {
  const page = read('ARCHITECTURE.md');
  const folders = globSync('src/server/adapters/*/', { cwd: root }).map(
    (folder) => folder.split('/').at(-1) ?? '',
  );
  const rooms = globSync(`src/server/{${areas.join(',')}}/*/`, { cwd: root })
    .filter((folder) => !folder.includes('server/identity/'))
    .map((folder) => folder.replace(/\/$/, '').split('/').at(-1) ?? '');
  const files = globSync('src/server/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => file.replace(/^.*\/|\.ts$/g, ''));
  expect(folders.length).toBeGreaterThan(5);
  expect([...areas, ...rooms, ...folders, ...files].filter((name) => !page.includes(name))).toEqual([]);
});

const sources = globSync(
  ['src/**/*.{ts,tsx,css}', 'migrations/**/*.sql', 'tests/**/*.{ts,tsx}', '{scripts,tools}/**/*.ts', '*.ts'],
  { cwd: root },
);
const records = globSync('docs/decisions/*.md', { cwd: root })
  .filter((file) => !file.endsWith('README.md'))
  .sort();
const mostWords = 600;

/** The first line of a record without its mark. */
const titleOf = (record: string): string => read(record).split('\n')[0]?.replace(/^# /, '') ?? '';

test('each decision record is short, and its file is named by its title', () => {
  expect(records.length).toBeGreaterThan(30);
  for (const record of records) {
    const inWords = titleOf(record)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-');
    expect(basename(record)).toBe(`${inWords}.md`);
    expect(read(record).split(/\s+/).length, record).toBeLessThanOrEqual(mostWords);
  }
});

test('the index of decision records lists each record once, by area', () => {
  const index = read('docs/decisions/README.md').split('\n## ').slice(1);
  const listed = index.flatMap((area) => area.split('\n').filter((line) => line.startsWith('- ')));
  expect(listed.sort()).toEqual(records.map((file) => `- [${titleOf(file)}](${basename(file)})`).sort());
});

test('each cited decision record exists, and none is cited by a number', () => {
  const wrong = [...sources, ...documents].flatMap((file) => {
    const text = read(file);
    const named = found(text, /docs\/decisions\/([\w-]+(?:\.md)?)/g).filter(
      (name) => !existsSync(join(root, 'docs/decisions', name)),
    );
    return [...named, ...found(text, /[([,]\s*((?:decision|record)\s+\d+)\b/gi)].map(
      (name) => `${file}: ${name}`,
    );
  });
  expect(wrong).toEqual([]);
});

const cited: Readonly<Record<string, { page: string; heading: (place: string) => string }>> = {
  specification: { page: 'product.md', heading: (section) => `## ${section}. ` },
  decisions: { page: 'decisions.md', heading: (section) => `## ${section}. ` },
  beyond: { page: 'beyond.md', heading: (section) => `## ${section}. ` },
  money: { page: 'money.md', heading: (section) => `## ${section}. ` },
  threats: { page: 'threats.md', heading: (line) => `| ${line} |` },
};

test('references to the specification in comments exist', () => {
  const citations = sources.flatMap((file) =>
    [...read(file).matchAll(/\b(specification|decisions|beyond|money|threats) (T?\d+)\b/g)].map(
      ([, page = '', place = '']) => ({ file, page, place }),
    ),
  );
  expect(citations.length).toBeGreaterThan(30);
  const missing = citations.filter(({ page, place }) => {
    const target = cited[page];
    return !target || !read(join('docs/specification', target.page)).includes(`\n${target.heading(place)}`);
  });
  expect(missing).toEqual([]);
});
