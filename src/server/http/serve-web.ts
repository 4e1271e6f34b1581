import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildHeader } from '#contract/build-header.ts';
import { isPagePath } from '#contract/page-paths.ts';
import type { Config } from '../settings/config.ts';
import { type EncodedDocument, encodeDocument, sendEncoded } from './encoded-document.ts';
import { answerNotFound } from './error-answers.ts';

/** Sends the document of an address: the landing page, or the document of the application. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

type DocumentConfig = Pick<Config, 'publicUrl' | 'demoMode' | 'testKit'>;

/** Reads the documents of the built web once. */
export async function readPageDocuments(webRoot: string, config: DocumentConfig): Promise<SendPage> {
  const everyPage = await encodeDocument(await readPageDocument(webRoot, 'index.html', config));
  const landing = await encodeDocument(await readPageDocument(webRoot, 'landing.html', config));
  return (request, reply) => {
    const path = pathOf(request);
    if (!isPagePath(path) || (!config.testKit && testKitPages.test(path))) reply.code(404);
    return send(request, reply, path === '/' ? landing : everyPage);
  };
}

/**
 * One document of the built web app, with the deployment's values filled in.
 * @throws Error if the web app is not built
 */
export async function readPageDocument(
  webRoot: string,
  file: 'index.html' | 'landing.html' | 'artist.html' | 'listen.html',
  config: DocumentConfig,
): Promise<string> {
  const path = join(webRoot, file);
  if (!existsSync(path)) throw new Error(`The web is not built: ${path} is missing. Run "npm run build".`);
  return fill(await readFile(path, 'utf8'), config);
}

/** Names the web's build in every response, so that a page of an earlier build knows that it is old. */
export async function nameBuild(
  app: FastifyInstance,
  webRoot: string,
  config: DocumentConfig,
): Promise<void> {
  const page = await readPageDocument(webRoot, 'index.html', config);
  const build = /<meta name="earshot-build" content="(\w+)"/.exec(page)?.[1];
  if (build === undefined) return;
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header(buildHeader, build);
    done(null, payload);
  });
}

/** Pages of the Test Kit, which do not exist in deployments without it. */
const testKitPages = /^(\/app)?\/admin\/test-kit(\/|$)/;

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

function fill(html: string, { publicUrl, demoMode, testKit }: DocumentConfig): string {
  return html
    .replaceAll('%PUBLIC_URL%', publicUrl)
    .replaceAll('%SITE_LABEL%', new URL(publicUrl).host)
    .replaceAll('%DEMO_MODE%', demoMode ? 'on' : 'off')
    .replaceAll('%TEST_KIT%', testKit ? 'on' : 'off');
}

function send(request: FastifyRequest, reply: FastifyReply, document: EncodedDocument): FastifyReply {
  reply.type('text/html; charset=utf-8').headers({
    'cache-control': 'no-cache',
    vary: 'accept, accept-encoding',
  });
  return sendEncoded(request, reply, document);
}

const year = 365 * 24 * 3600;
const day = 24 * 3600;
const sampleMusic = join(import.meta.dirname, '../../../samples/music');

const masterWorker = /[\\/]assets[\\/]master-worker-[^\\/]+\.js(\.br)?$/;
const encoderPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'";

/**
 * Serves the built web app. Files under /assets have a content hash in their name and never change. Every other path
 * without a call or file is a page of the web app, which has its own 404.
 */
export async function serveWeb(app: FastifyInstance, webRoot: string, sendPage: SendPage): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    // One route per file. All other paths are pages of the web app, and folders are not served.
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = path.startsWith(join(webRoot, 'assets'));
      // Only the thread that encodes masters compiles WebAssembly.
      if (masterWorker.test(path)) reply.header('content-security-policy', encoderPolicy);
      reply.header('cache-control', lasting ? `public, max-age=${year}, immutable` : 'no-cache');
    },
  });
  await serveSamples(app);
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets|samples)\//.test(request.url)) return answerNotFound(request, reply);
    return sendPage(request, reply);
  });
}

/** The sample music of the investor demo and its license, for everyone. */
async function serveSamples(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: sampleMusic,
    prefix: '/samples/music/',
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', `public, max-age=${day}`);
      if (path.endsWith('.md')) reply.header('content-type', 'text/plain; charset=utf-8');
    },
  });
}

/**
 * The URL with the percent signs of a page's path encoded if they encode nothing, as where a chat program cut a link. The
 * router would answer such a path itself, with JSON. The API keeps that answer.
 */
export function withPercentEncoded(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (!path.includes('%') || /^\/(api|assets|samples)\//.test(path)) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
