import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerNotFound } from './error-answers.ts';
import type { SendPage } from './page-documents.ts';

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
