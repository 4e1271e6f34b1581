import { createHash } from 'node:crypto';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const output = join(root, 'dist/web');
const drawing = join(root, 'dist/drawing');

interface Drawing {
  readonly frontDoorMarkup: () => Promise<string>;
}

/** Renders the front door as HTML, with the web's own components. */
async function frontDoorMarkup(): Promise<string> {
  const { build } = await import('vite');
  await build({
    root: join(root, 'src/web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'front-door/before-scripts.tsx', outDir: drawing, manifest: false },
  });
  // Vite has just built it from before-scripts.tsx.
  const { frontDoorMarkup: draw } = (await import(
    pathToFileURL(join(drawing, 'before-scripts.js')).href
  )) as Drawing;
  const markup = await draw();
  await rm(drawing, { recursive: true });
  return markup;
}

/** The content policy forbids inline styles in documents: each becomes a class in a style sheet. */
export function withoutInlineStyles(markup: string): { html: string; css: string } {
  const classes = new Map<string, string>();
  const nameOf = (declarations: string) => {
    const name = classes.get(declarations) ?? `drawn-${classes.size}`;
    classes.set(declarations, name);
    return name;
  };
  const html = markup.replace(/<[a-z][^>]* style="[^>]*>/g, (tag) => {
    const declarations = /\sstyle="([^"]*)"/.exec(tag)?.[1] ?? '';
    const bare = tag.replace(/\sstyle="[^"]*"/, '');
    const name = nameOf(declarations.replaceAll('&quot;', '"'));
    return bare.includes(' class="')
      ? bare.replace(' class="', ` class="${name} `)
      : bare.replace(/\/?>$/, (end) => ` class="${name}"${end}`);
  });
  const css = [...classes].map(([declarations, name]) => `.${name}{${declarations}}`).join('\n');
  return { html, css };
}

/** Builds the script of the drawn front door by itself, so that it shares no file with the application. Returns its path. */
async function buildScript(): Promise<string> {
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
      rolldownOptions: { input: join(root, 'src/web/front-door/drawn-front-door.ts') },
    },
  });
  const [script] = await Array.fromAsync(glob('assets/drawn-front-door-*.js', { cwd: output }));
  if (script === undefined) throw new Error('The script of the front door was not built.');
  return script;
}

/** The document with this script instead of the application's, whose files the browser fetches for the next page when it is idle. */
export function withScriptOf(document: string, script: string): string {
  return document
    .replaceAll('<link rel="modulepreload" crossorigin', '<link rel="prefetch" as="script" crossorigin')
    .replace(
      /<script type="module" crossorigin src="([^"]+)"><\/script>/,
      (_, application) =>
        `<script type="module" crossorigin src="/${script}"></script>\n    <link rel="prefetch" as="script" crossorigin data-application href="${application}">`,
    );
}

/** Writes front-door.html beside the built index.html: the same document with the front door in it. */
export async function drawFrontDoor(): Promise<void> {
  const { html, css } = withoutInlineStyles(await frontDoorMarkup());
  const sheet = `assets/front-door-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
  await writeFile(join(output, sheet), css);
  const index = await readFile(join(output, 'index.html'), 'utf8');
  const page = withScriptOf(index, await buildScript())
    .replace('</head>', `  <link rel="stylesheet" href="/${sheet}">\n  </head>`)
    .replace('<div id="root">', () => `<div id="before-scripts">${html}</div>\n    <div id="root">`);
  if (!page.includes(html) || !page.includes(sheet))
    throw new Error('index.html has no place for the front door.');
  await writeFile(join(output, 'front-door.html'), page);
}
