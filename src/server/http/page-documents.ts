import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPagePath } from '#contract/page-paths.ts';
import type { Config } from '../settings/config.ts';
import { type EncodedDocument, encodeDocument, sendEncoded } from './encoded-document.ts';

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
  file: 'index.html' | 'landing.html' | 'artist.html',
  config: DocumentConfig,
): Promise<string> {
  const path = join(webRoot, file);
  if (!existsSync(path)) throw new Error(`The web is not built: ${path} is missing. Run "npm run build".`);
  return fill(await readFile(path, 'utf8'), config);
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
