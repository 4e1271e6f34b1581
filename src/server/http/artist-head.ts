import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { genreLabel } from '#contract/business-rules.ts';
import type { DrawnMarkup } from '#contract/drawn-markup.ts';
import {
  type ArtistDocument,
  type ArtistDrawing,
  artistDocumentId,
  type DrawArtist,
} from '#contract/music/discovery/artist-document.ts';
import type { PublicArtist, PublicTrack } from '#contract/music/discovery/discovery.ts';
import { product } from '#contract/product.ts';
import type { Dependencies } from '../dependencies.ts';
import { escapeHtml } from '../foundation/escape-html.ts';
import { Refusal } from '../foundation/refusals.ts';
import { listArtistTracks, readPublicArtist } from '../music/discovery/read-public-artist.ts';
import { readPublicCover } from '../music/tracks/covers.ts';
import { type EncodedDocument, encodeDocument, sendEncoded } from './encoded-document.ts';
import { previewPicture } from './preview-picture.ts';
import { pagePolicy } from './security-headers.ts';
import { readPageDocument } from './serve-web.ts';
import { sendSharePicture, sharePictures } from './share-pictures.ts';
import type { SharedAnswers } from './shared-answers.ts';

const ArtistId = z.uuid();

interface Page {
  readonly status: 200 | 404;
  readonly document: EncodedDocument;
  readonly policy: string;
}

interface ArtistPages {
  readonly webRoot: string;
  readonly answers: SharedAnswers;
  readonly draw: DrawArtist;
}

/**
 * Serves artist pages with title, description and picture in the head for link previews, and with their first content:
 * as markup outside the application, as data inside. Never with audio, and with nothing of a private artist.
 */
export async function serveArtistHead(
  app: FastifyInstance,
  deps: Pick<Dependencies, 'database' | 'config' | 'keys' | 'clock' | 'storage'>,
  { webRoot, answers, draw }: ArtistPages,
): Promise<void> {
  const forMembers = await readPageDocument(webRoot, 'index.html', deps.config);
  const forEverybody = await readPageDocument(webRoot, 'artist.html', deps.config);
  const { publicUrl } = deps.config;
  const pictures = sharePictures<PreviewedTrack>({
    readCover: ({ coverUrl }) => readPublicCover(deps, coverUrl),
    draw: ({ peaks }, cover) => previewPicture({ peaks, cover }),
  });
  const nobody: Page = { status: 404, document: await encodeDocument(forMembers), policy: pagePolicy() };

  const serve = (url: string, make: (shown: ArtistDocument) => { html: string; policy: string }) => {
    const documents = answers.of<Page>();
    const pageOf = async (artistId: string): Promise<Page> => {
      const shown = await readDocument(deps, artistId);
      if (!shown) return nobody;
      const { html, policy } = make(shown);
      return { status: 200, document: await encodeDocument(html, 'second'), policy };
    };
    app.get<{ Params: { artistId: string } }>(url, async (request, reply) => {
      const { artistId } = request.params;
      const { status, document, policy } = await documents(artistId, () => pageOf(artistId));
      reply.code(status).type('text/html; charset=utf-8').headers({
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        'content-security-policy': policy,
      });
      return sendEncoded(request, reply, document);
    });
  };
  serve('/app/artist/:artistId', (shown) => ({
    html: withArtist(forMembers, shown, publicUrl),
    policy: pagePolicy(),
  }));
  serve('/artist/:artistId', (shown) => {
    const { html, css } = draw(shown);
    const page = withArtist(forEverybody, shown, publicUrl);
    return { html: withDrawing(page, { html, css }, publicUrl), policy: pagePolicy(css) };
  });
  const readings = answers.of<ArtistDocument | undefined>();
  app.get<{ Params: { artistId: string } }>('/artist/:artistId/preview.png', async (request, reply) => {
    const { artistId } = request.params;
    const shown = await readings(artistId, () => readDocument(deps, artistId));
    if (!shown) return reply.code(404).send();
    const previewed = previewedTrack(shown.tracks.items);
    // Cached as long as covers, so that a takedown reaches copies.
    return sendSharePicture({ request, reply }, pictures, previewed, 'public, max-age=300');
  });
}

type PreviewedTrack = Pick<PublicTrack, 'peaks' | 'coverUrl'>;

/** The track in an artist's share picture: the most played one that is not blind. */
function previewedTrack(tracks: readonly PublicTrack[]): PreviewedTrack {
  const named = tracks.filter(({ isBlind }) => !isBlind).toSorted((a, b) => b.playCount - a.playCount);
  const best = named.find(({ peaks, coverUrl }) => peaks !== null || coverUrl !== null);
  return { peaks: best?.peaks ?? null, coverUrl: best?.coverUrl ?? null };
}

/** As seen by a visitor who is not signed in. */
async function readDocument(
  deps: Pick<Dependencies, 'database' | 'keys' | 'clock'>,
  artistId: string,
): Promise<ArtistDocument | undefined> {
  const id = ArtistId.safeParse(artistId);
  if (!id.success) return undefined;
  try {
    const artist = await readPublicArtist(deps, id.data, undefined);
    const tracks = await listArtistTracks(deps, { artistId: id.data }, undefined);
    return { artist, tracks };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** The one-sentence description in a link preview. No stars: they would bias listeners who may still review the tracks. */
function descriptionOf({ bio, trackCount, genres }: PublicArtist): string {
  const named = genres.length > 0 ? ` (${genres.map(genreLabel).join(', ')})` : '';
  const facts = `${counted(trackCount, 'unreleased track')}${named}.`;
  return [bio?.replace(/\s+/g, ' ').trim() ?? '', facts].filter(Boolean).join(' ');
}

function withArtist(page: string, shown: ArtistDocument, publicUrl: string): string {
  const { artist } = shown;
  const title = `${artist.displayName} | ${product.name}`;
  const address = `${publicUrl}/artist/${artist.artistId}`;
  const description = descriptionOf(artist);
  const properties = {
    'og:type': 'profile',
    'og:site_name': product.name,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': `${address}/preview.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
  };
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
  ];
  // A data block is never executed, and no text in it can close it.
  const data = JSON.stringify(shown).replaceAll('<', '\\u003c');
  return page
    .replace(/\s*<meta (?:name="(?:description|twitter:card)"|property="og:)[^>]*>/g, '')
    .replace(
      '</head>',
      () => `  <script type="application/json" id="${artistDocumentId}">${data}</script>\n  </head>`,
    )
    .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '));
}

/** The page with the rendered artist. The server fills in the site's host, which the renderer does not know. */
const withDrawing = (page: string, { html, css }: DrawnMarkup, publicUrl: string): string =>
  page
    .replace('</head>', () => `  <style>${css}</style>\n  </head>`)
    .replace(
      '<div id="before-scripts">',
      () => `<div id="before-scripts">${html.replaceAll('%SITE_LABEL%', new URL(publicUrl).host)}`,
    );

/** Loads the renderer of artist pages, which scripts/draw-pages.ts builds from the web's components. */
export async function readArtistDrawing(webRoot: string): Promise<DrawArtist> {
  const { href } = pathToFileURL(join(webRoot, '../drawing/artist.js'));
  // The build creates it from discovery/drawn-artist.tsx, which has this type.
  const { makeDrawArtist } = (await import(href)) as ArtistDrawing;
  return makeDrawArtist();
}
