import './check-node.ts';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { readManifest, scriptsOf } from './web-manifest.ts';

/** Budgets for a first load, in bytes as sent (brotli; fonts are already compressed). Public pages: the current size plus 1 kB. */
const budgets = {
  typical: 165_000,
  style: 9_000,
  landing: 11_800,
  drawnArtist: 6_500,
  listen: 8_000,
  fonts: 92_000,
} as const;

/** Public pages have smaller budgets, because visitors should not wait for code. */
const budgetsForEverybody: readonly (readonly [page: string, budget: number])[] = [['health-page', 97_500]];
const frames: readonly (readonly [page: RegExp, ...files: string[]])[] = [
  [/health-page|demo-page/],
  [/artist-page/, 'shell/entry-frame.tsx'],
  [/onboarding/, 'shell/app-frame.tsx', 'shell/bare-frame.tsx', 'shell/toasts.tsx'],
  [/auth-page|callback-page|recover|reset/, 'shell/entry-frame.tsx', 'shell/toasts.tsx'],
  [/./, 'shell/app-frame.tsx', 'shell/toasts.tsx'],
];

const web = join(import.meta.dirname, '../dist/web');
const sentSize = (file: string) => statSync(join(web, `${file}.br`)).size;

const firstScript = () => globSync('assets/before-first-paint-*.js', { cwd: web });
const sheets = (name: string) => globSync(`assets/${name}-*.css`, { cwd: web });

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);
const exceeded: string[] = [];

function report(name: string, size: number, budget: number): void {
  const isOver = size > budget;
  if (isOver) exceeded.push(name);
  const figures = `${(size / 1000).toFixed(1).padStart(7)} of ${(budget / 1000).toFixed(1).padStart(6)} kB`;
  process.stdout.write(`${name.padEnd(28)}${figures}${isOver ? '  EXCEEDED' : ''}\n`);
}

const landingPage = 'landing/landing-page.tsx';

await buildWeb();
const manifest = readManifest();
const entry = 'index.html';
const pages = (manifest[entry]?.dynamicImports ?? []).filter((name) => name.endsWith('-page.tsx'));
if (pages.length === 0) throw new Error('The manifest of the built web names no pages.');
for (const page of pages.toSorted()) {
  if (page === landingPage) continue;
  const [, ...frame] = frames.find(([pattern]) => pattern.test(page)) ?? [/./];
  const [, budget] = budgetsForEverybody.find(([name]) => page.includes(name)) ?? [page, budgets.typical];
  const first = scriptsOf(manifest, [entry, page, ...frame]);
  report(page.replace('.tsx', ''), sum([...first, ...firstScript()].map(sentSize)), budget);
}
// The landing page is prerendered: its style sheet and its text in the document count together with its script.
const landingScripts = globSync('assets/drawn-landing-*.js', { cwd: web });
const drawn = ['landing.html', ...sheets('landing'), ...firstScript()];
report('landing', sum([...landingScripts, ...drawn].map(sentSize)), budgets.landing);
report(
  'private link, its script',
  sum(globSync('assets/listen-page-*.js', { cwd: web }).map(sentSize)),
  budgets.listen,
);
// The server renders an artist's page for signed-out visitors. The rendered part depends on the artist and is not
// counted.
const artistScripts = globSync('assets/drawn-artist-page-*.js', { cwd: web });
report(
  'artist, as drawn',
  sum([...artistScripts, 'artist.html', ...firstScript()].map(sentSize)),
  budgets.drawnArtist,
);
report('styles', sum(sheets('index').map(sentSize)), budgets.style);
report(
  'fonts',
  sum(globSync('assets/*.woff2', { cwd: web }).map((file) => statSync(join(web, file)).size)),
  budgets.fonts,
);
if (exceeded.length > 0) {
  process.stderr.write(`Over budget: ${exceeded.join(', ')}\n`);
  process.exit(1);
}
