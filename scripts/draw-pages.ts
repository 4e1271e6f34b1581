import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DrawnMarkup } from '#contract/drawn-markup.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'dist/web');
/** Built modules that render pages. The server uses those of artists, shared verdicts and private links. */
const drawings = join(root, 'dist/drawing');

interface LandingDrawing {
  readonly drawLanding: () => Promise<DrawnMarkup>;
}

/** Builds these modules as bundles, with the web's own components and React for production. */
async function buildDrawings(): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: join(root, 'src/web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: drawings,
      manifest: false,
      rolldownOptions: {
        input: {
          landing: join(root, 'src/web/landing/before-scripts.tsx'),
          artist: join(root, 'src/web/music/discovery/drawn-artist.tsx'),
          'shared-verdict': join(root, 'src/web/insight/verdict/drawn-shared-verdict.tsx'),
          listen: join(root, 'src/web/music/circle/drawn-listen.tsx'),
        },
      },
    },
  });
}

async function landingMarkup(): Promise<DrawnMarkup> {
  // Vite has just built it from before-scripts.tsx.
  const { drawLanding } = (await import(pathToFileURL(join(drawings, 'landing.js')).href)) as LandingDrawing;
  return drawLanding();
}

/**
 * Builds a prerendered page's script as a separate bundle that shares no file with the application. Returns its path.
 */
async function buildScript(source: string): Promise<string> {
  const { build } = await import('vite');
  await build({
    root: join(root, 'src/web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: output,
      emptyOutDir: false,
      manifest: false,
      // One file, which costs one round trip.
      rolldownOptions: { input: join(root, `src/web/${source}.ts`), output: { codeSplitting: false } },
    },
  });
  const name = source.split('/').at(-1);
  const [script] = await Array.fromAsync(glob(`assets/${name}-*.js`, { cwd: output }));
  if (script === undefined) throw new Error(`The script of ${source} was not built.`);
  return script;
}

/**
 * Replaces the application's script in the document. The browser prefetches the application's files when it is idle.
 */
export function withScriptOf(document: string, script: string): string {
  return document
    .replaceAll('<link rel="modulepreload" crossorigin', '<link rel="prefetch" as="script" crossorigin')
    .replace(
      /<script type="module" crossorigin src="([^"]+)"><\/script>/,
      (_, application) =>
        `<script type="module" crossorigin src="/${script}"></script>\n    <link rel="prefetch" as="script" crossorigin data-application href="${application}">`,
    );
}

/** Writes landing.html: index.html with the rendered landing page in it. */
async function drawLanding(index: string): Promise<void> {
  const { html, css } = await landingMarkup();
  const sheet = `assets/landing-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
  await writeFile(join(output, sheet), css);
  // Fonts that arrive after the first paint would move letters.
  const fonts = (await Array.fromAsync(glob('assets/*.woff2', { cwd: output }))).map(
    (font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
  );
  const page = withScriptOf(index, await buildScript('landing/drawn-landing'))
    .replace('</head>', `  ${fonts.join('')}<link rel="stylesheet" href="/${sheet}">\n  </head>`)
    .replace('<div id="root">', () => `<div id="before-scripts">${html}</div>\n    <div id="root">`);
  if (!page.includes(html) || !page.includes(sheet))
    throw new Error('index.html has no place for the landing page.');
  await writeFile(join(output, 'landing.html'), page);
}

/** Writes artist.html: index.html with a placeholder where the server inserts the artist's page. */
async function prepareArtistPage(index: string): Promise<void> {
  const place = '<div id="before-scripts"></div>';
  const page = withScriptOf(index, await buildScript('music/discovery/drawn-artist-page')).replace(
    '<div id="root">',
    `${place}\n    <div id="root">`,
  );
  if (!page.includes(place)) throw new Error('index.html has no place for an artist.');
  await writeFile(join(output, 'artist.html'), page);
}

/** Writes listen.html: the page of private links, without the application and without tags for previews. */
async function prepareListenPage(index: string): Promise<void> {
  const script = await buildScript('music/circle/listen-page');
  const page = index
    .replace(/\s*<meta (?:name="(?:description|twitter:card)"|property="og:)[^>]*>/g, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(
      /<script type="module" crossorigin src="[^"]+"><\/script>/,
      `<script type="module" crossorigin src="/${script}"></script>`,
    );
  if (!page.includes(script)) throw new Error('index.html has no place for the script of private links.');
  await writeFile(join(output, 'listen.html'), page);
}

/** Prerenders the pages that work without the application. */
export async function drawPages(): Promise<void> {
  await buildDrawings();
  const index = await readFile(join(output, 'index.html'), 'utf8');
  await drawLanding(index);
  await prepareArtistPage(index);
  await prepareListenPage(index);
}
