import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { linkEventsPath, privateLinkPath } from '#contract/music/circle/circle-rules.ts';
import type { DrawListenPage, ListenPage, ListenPageDrawing } from '#contract/music/circle/listen-page.ts';
import { product } from '#contract/product.ts';
import type { Dependencies } from '../dependencies.ts';
import { escapeHtml } from '../foundation/escape-html.ts';
import { readLinkPage } from '../music/circle/guest-audio.ts';
import { encodeDocument, sendEncoded } from './encoded-document.ts';
import { answerNotFound } from './error-answers.ts';
import type { CountCall } from './guards.ts';
import { perUserLimit } from './per-user-limits.ts';
import type { RequestSource } from './request-source.ts';
import { pagePolicy } from './security-headers.ts';
import { readPageDocument } from './serve-web.ts';
import type { LinkWatch } from './watch-links.ts';

const Address = z.uuid();

const readAt = async ({ database, clock }: Pick<Dependencies, 'database' | 'clock'>, address: string) => {
  const id = Address.safeParse(address);
  return id.success ? readLinkPage(database, id.data, clock.now()) : undefined;
};

interface ListenPages {
  readonly webRoot: string;
  readonly draw: DrawListenPage;
}

/**
 * The page of a private link. Loading it opens nothing and counts nothing, because programs that show previews load it too; its
 * script does.
 */
export async function serveListenPages(
  app: FastifyInstance,
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  { webRoot, draw }: ListenPages,
): Promise<void> {
  const missing = await encodeDocument(await readPageDocument(webRoot, 'index.html', deps.config));
  const page = await readPageDocument(webRoot, 'listen.html', deps.config);
  app.get<{ Params: { address: string } }>(privateLinkPath(':address'), async (request, reply) => {
    const link = await readAt(deps, request.params.address);
    reply.type('text/html; charset=utf-8').headers({
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    if (!link) return sendEncoded(request, reply.code(404), missing);
    const shown: ListenPage = {
      address: request.params.address,
      named: link.isOpen && link.showsTitle ? { title: link.title, artistName: link.artistName } : null,
      hasEnded: !link.isOpen,
    };
    const { html, css } = draw(shown);
    reply.code(link.isOpen ? 200 : 410).header('content-security-policy', pagePolicy(css));
    const document = page
      .replace(/<title>[^<]*<\/title>/, () => headOf(shown, css))
      .replace('<div id="root"></div>', () =>
        html.replaceAll('%SITE_LABEL%', new URL(deps.config.publicUrl).host),
      );
    return sendEncoded(request, reply, await encodeDocument(document, 'second'));
  });
}

function headOf({ named, hasEnded }: ListenPage, css: string): string {
  const title = named ? `“${named.title}” by ${named.artistName}` : 'A private track';
  const shown = hasEnded ? 'This link has ended.' : title;
  const properties = { 'og:type': 'website', 'og:site_name': product.name, 'og:title': shown };
  return [
    `<title>${escapeHtml(`${shown} | ${product.name}`)}</title>`,
    '<meta name="robots" content="noindex, nofollow" />',
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    `<style>${css}</style>`,
  ].join('\n    ');
}

/** Loads the renderer, which scripts/draw-pages.ts builds from the web's components. */
export async function readListenPageDrawing(webRoot: string): Promise<DrawListenPage> {
  const { href } = pathToFileURL(join(webRoot, '../drawing/listen.js'));
  // The build creates it from circle/drawn-listen.tsx, which has this type.
  const { makeDrawListenPage } = (await import(href)) as ListenPageDrawing;
  return makeDrawListenPage();
}

const eventHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // A buffering proxy would hold the events back.
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const endedEvent = 'event: ended\ndata: {}\n\n';
const retryMilliseconds = 5000;
/** Open pages of one network address. */
const mostPages = 200;

export interface LinkEventsOptions {
  readonly deps: Pick<Dependencies, 'database' | 'clock'>;
  readonly links: LinkWatch;
  readonly countCall: CountCall;
  readonly clientOf: RequestSource['clientOf'];
  /** Proxies cut connections on which nothing is sent for a minute; 25 s by default. */
  readonly aliveMilliseconds?: number;
}

/** Server-sent events for the page of a private link: says when the link has ended, and nothing else. */
export const linkEventsRoute =
  ({ deps, links, countCall, clientOf, aliveMilliseconds = 25_000 }: LinkEventsOptions): FastifyPluginAsync =>
  async (app) => {
    const open = perUserLimit(mostPages);
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());
    app.get(
      linkEventsPath(':address'),
      { exposeHeadRoute: false },
      async (request: FastifyRequest<{ Params: { address: string } }>, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        await countCall('other', undefined, request);
        const { address } = request.params;
        const before = await readAt(deps, address);
        if (!before) return answerNotFound(request, reply);
        // Who left meanwhile takes no place.
        if (gone.signal.aborted) return reply.hijack();
        const leave = open.enter(clientOf(request).address);
        const ended = links.endOf(before, gone.signal);
        reply.hijack();
        reply.raw.writeHead(200, eventHeaders);
        reply.raw.write(`retry: ${retryMilliseconds}\n\n`);
        const alive = setInterval(() => reply.raw.write(': alive\n\n'), aliveMilliseconds);
        gone.signal.addEventListener('abort', () => {
          clearInterval(alive);
          leave();
        });
        // The response may stay open, behind an earlier one of the connection. Writing to it would then stop the server.
        const end = (event?: string) => {
          clearInterval(alive);
          if (!reply.raw.writableEnded) reply.raw.end(event);
        };
        ended.addEventListener('abort', () => end(endedEvent), { once: true });
        closing.signal.addEventListener('abort', () => end(), { once: true, signal: gone.signal });
        // It may have ended before it was watched.
        const now = await readAt(deps, address);
        if (!now?.isOpen) end(endedEvent);
      },
    );
  };
