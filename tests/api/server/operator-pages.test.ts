import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorPages } from '#contract/page-paths.ts';
import { buildApp } from '#server/app.ts';
import { operatorPageNames, samplePages, writeMissingPages } from '#server/foundation/operator-pages.ts';
import { pageWarnings } from '#server/start/start-warnings.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { checkPages } from '../../../scripts/doctor/check-pages.ts';

let earshot: Earshot;
let app: FastifyInstance;
let folder: string;
beforeAll(async () => {
  earshot = await startEarshot();
  folder = await mkdtemp(join(tmpdir(), 'earshot-pages-'));
  const settings = { dataDirectory: folder, supportEmail: 'help@music.example' };
  const { deps } = earshot;
  app = await buildApp({ deps: { ...deps, config: { ...deps.config, ...settings } } });
});
afterAll(async () => {
  await app.close();
  await earshot.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await rm(join(folder, 'pages'), { recursive: true, force: true });
  await writeMissingPages(folder);
});

const page = (name: string) => join(folder, 'pages', `${name}.md`);
const read = async (name: string) => (await app.inject({ url: `/${name}` })).body;

test('the starting texts say that they are samples, and how long data is stored', async () => {
  for (const name of operatorPageNames) {
    const answer = await app.inject({ url: `/${name}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.body).toContain(`<h1>${operatorPages[name]}</h1>`);
    expect(answer.body).toContain('This is a sample text.');
    expect(answer.body).toContain('href="mailto:help@music.example"');
    expect(answer.body).not.toMatch(/\{[A-Z_]+\}/);
  }
  const privacy = await read('privacy');
  for (const kept of ['180 days', '12 months', 'encrypted', 'typed and pasted'])
    expect(privacy).toContain(kept);
});

test('a page changed by the operator shows at once, without a restart, and never as HTML', async () => {
  await writeFile(
    page('terms'),
    '# Our rules\n\nBe **kind**. <script>alert(1)</script> [x](javascript:alert(1))',
  );
  const body = await read('terms');
  expect(body).toContain('<h1>Our rules</h1>');
  expect(body).toContain('Be <strong>kind</strong>. &lt;script&gt;');
  expect(body).not.toContain('javascript:');
  expect(body).not.toContain('sample text');
});

test('a removed page, or a folder in its place, falls back to the starting text', async () => {
  await rm(page('contact'));
  expect(await read('contact')).toContain('This is a sample text.');
  await mkdir(page('contact'));
  expect(await read('contact')).toContain('This is a sample text.');
});

test('a start writes starting texts only for missing pages', async () => {
  await writeFile(page('privacy'), 'Mine');
  await writeMissingPages(folder);
  expect(await readFile(page('privacy'), 'utf8')).toBe('Mine');
  expect(await samplePages(folder)).toEqual(['terms', 'contact']);
});

test('the start and the doctor warn about sample texts in production only', async () => {
  const production = { dataDirectory: folder, production: true };
  expect(await checkPages(production)).toEqual([
    expect.objectContaining({ light: 'yellow', text: expect.stringContaining('pages/terms.md') }),
  ]);
  expect(pageWarnings({ production: true }, ['terms'])).toEqual([expect.stringContaining('DATA_DIR')]);
  expect(await checkPages({ ...production, production: false })).toEqual([
    expect.objectContaining({ light: 'green' }),
  ]);
  for (const name of operatorPageNames) await writeFile(page(name), `# ${name}`);
  expect(await checkPages(production)).toEqual([expect.objectContaining({ light: 'green' })]);
});
