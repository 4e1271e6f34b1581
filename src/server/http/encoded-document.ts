import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './send-document.ts';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** A document that is made once and sent many times. */
export interface EncodedDocument {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export const weakTagOf = (...contents: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
};

/** Compresses it off the event loop. */
export async function encodeDocument(text: string): Promise<EncodedDocument> {
  const plain = Buffer.from(text);
  const [br, gzipped] = await Promise.all([brotli(plain), zip(plain)]);
  return { etag: weakTagOf(plain), plain, br, gzip: gzipped };
}

/** Sends it compressed as the client accepts, or 304 to a client that has it. The caller sets type and cache headers. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  document: EncodedDocument,
): FastifyReply {
  reply.header('etag', document.etag);
  if (reply.statusCode === 200 && request.headers['if-none-match'] === document.etag)
    return reply.code(304).send();
  const encoding = acceptedEncoding(request);
  if (encoding === undefined) return reply.send(document.plain);
  return reply.header('content-encoding', encoding).send(document[encoding]);
}
