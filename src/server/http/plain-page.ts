import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { product } from '#contract/product.ts';
import { escapeHtml } from '../foundation/escape-html.ts';

const folder = join(import.meta.dirname, '../../../node_modules/@fontsource-variable');
const day = 24 * 3600;

/** The product's fonts under stable names; those of the built web app change with each build. */
const faces = [
  {
    path: '/fonts/anybody.woff2',
    file: 'anybody/files/anybody-latin-wdth-normal.woff2',
    family: 'Anybody',
    stretch: 'font-stretch:50% 150%;',
  },
  {
    path: '/fonts/hanken-grotesk.woff2',
    file: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    family: 'Hanken Grotesk',
    stretch: '',
  },
] as const;

/** The @font-face rules of these fonts. */
const fontFaces = faces
  .map(
    ({ path, family, stretch }) =>
      `@font-face{font-family:"${family}";font-weight:100 900;${stretch}font-display:swap;src:url("${path}") format("woff2")}`,
  )
  .join('\n');

/** The colors and fonts of src/web/styles, repeated because these pages load no files of the web app. */
const style = `
${fontFaces}
:root{color-scheme:dark light;--ground:#150e1a;--panel:#1e1525;--line:#3b2c47;--text:#f6eff4;--muted:#b6a6c0;--act:#ffb224;--on:#1c1205;--ink:#ffb224}
@media (prefers-color-scheme:light){:root{--ground:#f7f2f6;--panel:#fff;--line:#d8cbd6;--text:#241629;--muted:#675769;--ink:#8a5200}}
@media print{:root{color-scheme:light;--ground:#fff;--panel:#fff;--line:#bbb;--text:#000;--muted:#333;--ink:#8a5200}nav{display:none!important}}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 "Hanken Grotesk",system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:42rem;margin:0 auto;padding:2rem 1rem 4rem}
h1,h2,.word{font-family:Anybody,system-ui,sans-serif;font-weight:800;font-stretch:68%;word-spacing:.08em;text-wrap:balance}
h1{font-size:2.5rem;line-height:1.05;margin:1.5rem 0 1rem}
h2{font-size:1.375rem;line-height:1.2;margin:0 0 .25rem}
.word{font-size:1.5rem;line-height:1.2;font-stretch:100%}
.mark{display:inline-block;background:var(--act);color:var(--on);font-weight:700;padding:.25rem .6rem}
section{background:var(--panel);border:1px solid var(--line);padding:1.25rem;margin:1rem 0}
p,pre,ul,ol{margin:.25rem 0 .75rem}p,li{text-wrap:pretty}ul,ol{padding-left:1.25rem}li{margin:.25rem 0}
main>h2{margin-top:2rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}
blockquote{margin:1rem 0;padding:.75rem 1rem;border-left:4px solid var(--act);background:var(--panel)}blockquote p{margin:0}
nav{display:flex;flex-wrap:wrap;gap:0 1.25rem}nav a,nav span{display:inline-block;min-width:2.75rem;padding:.625rem 0}nav span{font-weight:700}
.muted{color:var(--muted)}
pre{font:inherit;white-space:pre-wrap}
a{color:var(--ink);text-underline-offset:.2em}
form{display:inline-block;margin:0 .5rem .5rem 0}
button,.link{font:inherit;font-weight:600;min-height:2.75rem;padding:.4rem 1.1rem;border:1px solid var(--muted);background:none;color:inherit;cursor:pointer;text-decoration:none;display:inline-block;box-sizing:border-box;line-height:1.8125rem;vertical-align:top}
button.act{background:var(--act);border-color:var(--ink);color:var(--on)}
button:focus-visible,a:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
`;

/**
 * Headers of a plain page, which only needs its own style and the product's fonts. `formAction` limits where its forms
 * may be sent.
 */
export const plainPageHeaders = (formAction: "'none'" | "'self'") => ({
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; font-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

/**
 * A server-rendered page for tools beside the product and texts of the operator. `above` and `body` are HTML, `title`
 * is text.
 */
export const plainPage = (title: string, above: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} | ${product.name}</title><style>${style}</style></head>
<body><main><p class="word">${product.wordmark}</p>
${above}
<h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;

/** Serves the fonts of server-rendered pages. */
export async function servePageFonts(app: FastifyInstance): Promise<void> {
  for (const { path, file } of faces) {
    const font = await readFile(join(folder, file));
    app.get(path, (_, reply) =>
      reply.header('cache-control', `public, max-age=${day}`).type('font/woff2').send(font),
    );
  }
}
