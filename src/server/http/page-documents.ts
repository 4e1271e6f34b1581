import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPagePath } from '#contract/page-paths.ts';
import type { Config } from '../config.ts';
import { acceptedEncoding } from './send-document.ts';

/** Sends the page that the address asks for: the front door, or the document that finds its page itself. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

type DocumentConfig = Pick<Config, 'publicUrl' | 'demoMode' | 'testKit'>;

/** Reads the documents of the built web once. */
export async function readPageDocuments(webRoot: string, config: DocumentConfig): Promise<SendPage> {
  const everyPage = encode(await readPageDocument(webRoot, 'index.html', config));
  const frontDoor = encode(await readPageDocument(webRoot, 'front-door.html', config));
  return (request, reply) => {
    const path = pathOf(request);
    if (!isPagePath(path) || (!config.testKit && testKitPages.test(path))) reply.code(404);
    return send(request, reply, path === '/' ? frontDoor : everyPage);
  };
}

/**
 * One document of the built web, with what the deployment decides filled in.
 * @throws Error when the web is not built
 */
export async function readPageDocument(
  webRoot: string,
  file: 'index.html' | 'front-door.html',
  config: DocumentConfig,
): Promise<string> {
  const path = join(webRoot, file);
  if (!existsSync(path)) throw new Error(`The web is not built: ${path} is missing. Run "npm run build".`);
  return fill(await readFile(path, 'utf8'), config);
}

/** Pages of the Test Kit, which are nothing where the deployment does without it. */
const testKitPages = /^(\/app)?\/admin\/test-kit(\/|$)/;

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

function fill(html: string, { publicUrl, demoMode, testKit }: DocumentConfig): string {
  return html
    .replaceAll('%PUBLIC_URL%', publicUrl)
    .replaceAll('%SITE_LABEL%', new URL(publicUrl).host)
    .replaceAll('%DEMO_MODE%', demoMode ? 'on' : 'off')
    .replaceAll('%TEST_KIT%', testKit ? 'on' : 'off');
}

interface Encoded {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

function encode(html: string): Encoded {
  const plain = Buffer.from(html);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

function send(request: FastifyRequest, reply: FastifyReply, document: Encoded): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('etag', document.etag)
    .header('vary', 'accept, accept-encoding');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === document.etag) {
    return reply.code(304).send();
  }
  const encoding = acceptedEncoding(request);
  if (encoding === undefined) return reply.send(document.plain);
  return reply.header('content-encoding', encoding).send(document[encoding]);
}
