import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type DrawSharedVerdict,
  type SharedVerdict,
  type SharedVerdictDrawing,
  sharedPicturePath,
  sharedSentence,
  sharedVerdictPath,
} from '#contract/insight/verdict/shared-verdict.ts';
import { product } from '#contract/product.ts';
import type { Dependencies } from '../dependencies.ts';
import { escapeHtml } from '../foundation/escape-html.ts';
import { type ReadSharedVerdict, readSharedVerdict } from '../insight/verdict/share-verdict.ts';
import { readCover } from '../music/tracks/covers.ts';
import { encodeDocument, sendEncoded } from './encoded-document.ts';
import { previewPicture } from './preview-picture.ts';
import { pagePolicy } from './security-headers.ts';
import { readPageDocument } from './serve-web.ts';
import { sendSharePicture, sharePictures } from './share-pictures.ts';

const Address = z.uuid();
const [bright, brass, muted] = ['#f6eff4', '#ffb224', '#b6a6c0'] as const;
/** In pixels, left of the record. */
const column = { left: 64, width: 520 };

function drawCard({ shown }: ReadSharedVerdict, cover: Buffer | undefined): Promise<Buffer> {
  const [figure, rest] = sharedSentence(shown);
  return previewPicture({
    peaks: shown.peaks,
    cover,
    texts: [
      {
        ...column,
        font: 'display',
        size: 40,
        top: 56,
        height: 52,
        runs: [{ text: product.wordmark, color: brass }],
      },
      {
        ...column,
        font: 'display',
        size: 56,
        top: 128,
        height: 236,
        runs: [
          { text: figure, color: brass },
          { text: rest, color: bright },
        ],
      },
      {
        ...column,
        font: 'text',
        size: 32,
        top: 500,
        height: 44,
        runs: [{ text: shown.title, color: bright }],
      },
      {
        ...column,
        font: 'text',
        size: 24,
        top: 548,
        height: 34,
        runs: [{ text: shown.artistName, color: muted }],
      },
    ],
  });
}

/**
 * A verdict that its artist shares, as a page and as the picture of a link to it. Read anew for each request, because the
 * artist may end it at any time.
 */
export function sharedPictureRoute(deps: Pick<Dependencies, 'database' | 'storage'>) {
  const pictures = sharePictures<ReadSharedVerdict>({
    readCover: ({ coverKey }) => readCover(deps, coverKey),
    draw: drawCard,
  });
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { address: string } }>(sharedPicturePath(':address'), async (request, reply) => {
      const shared = await readAt(deps, request.params.address);
      reply.header('x-robots-tag', 'noindex');
      if (!shared) return reply.code(404).header('cache-control', 'no-store').send();
      return sendSharePicture({ request, reply }, pictures, shared, 'no-cache');
    });
  };
}

interface SharedVerdictPages {
  readonly webRoot: string;
  readonly draw: DrawSharedVerdict;
}

export async function serveSharedVerdicts(
  app: FastifyInstance,
  deps: Pick<Dependencies, 'database' | 'config'>,
  { webRoot, draw }: SharedVerdictPages,
): Promise<void> {
  const page = await readPageDocument(webRoot, 'index.html', deps.config);
  const missing = await encodeDocument(page);
  app.get<{ Params: { address: string } }>(sharedVerdictPath(':address'), async (request, reply) => {
    const { address } = request.params;
    const shared = await readAt(deps, address);
    reply.type('text/html; charset=utf-8').headers({
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    // The application has the page for what is not found.
    if (!shared) return sendEncoded(request, reply.code(404), missing);
    const { html, css } = draw(shared.shown);
    reply.header('content-security-policy', pagePolicy(css));
    const document = withVerdict(page, { shown: shared.shown, address, html, css, deps });
    return sendEncoded(request, reply, await encodeDocument(document, 'second'));
  });
}

const readAt = async (deps: Pick<Dependencies, 'database'>, address: string) => {
  const id = Address.safeParse(address);
  return id.success ? readSharedVerdict(deps.database, id.data) : undefined;
};

interface Filled {
  readonly shown: SharedVerdict;
  readonly address: string;
  readonly html: string;
  readonly css: string;
  readonly deps: Pick<Dependencies, 'config'>;
}

/** The page without the application: nothing on it needs a script. */
function withVerdict(page: string, { shown, address, html, css, deps }: Filled): string {
  const { publicUrl } = deps.config;
  const title = `“${shown.title}” by ${shown.artistName} | ${product.name}`;
  const properties = {
    'og:type': 'website',
    'og:site_name': product.name,
    'og:title': title,
    'og:description': sharedSentence(shown).join(''),
    'og:url': publicUrl + sharedVerdictPath(address),
    'og:image': publicUrl + sharedPicturePath(address),
    'og:image:width': '1200',
    'og:image:height': '630',
  };
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    '<meta name="robots" content="noindex" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    `<style>${css}</style>`,
  ];
  return page
    .replace(/\s*<meta (?:name="(?:description|twitter:card)"|property="og:)[^>]*>/g, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '))
    .replace('<div id="root"></div>', () => html.replaceAll('%SITE_LABEL%', new URL(publicUrl).host));
}

/** Loads the renderer, which scripts/draw-pages.ts builds from the web's components. */
export async function readSharedVerdictDrawing(webRoot: string): Promise<DrawSharedVerdict> {
  const { href } = pathToFileURL(join(webRoot, '../drawing/shared-verdict.js'));
  // The build creates it from verdict/drawn-shared-verdict.tsx, which has this type.
  const { makeDrawSharedVerdict } = (await import(href)) as SharedVerdictDrawing;
  return makeDrawSharedVerdict();
}
