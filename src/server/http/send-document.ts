import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Sends a document that was made for this request, compressed as the client takes it. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request);
  if (encoding === 'br') return reply.header('content-encoding', encoding).send(await brotli(html, quick));
  if (encoding === 'gzip') return reply.header('content-encoding', encoding).send(await zip(html));
  return reply.send(html);
}

/** The best compression that the client takes. */
export function acceptedEncoding({ headers }: Pick<FastifyRequest, 'headers'>): 'br' | 'gzip' | undefined {
  const accepted = headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}
