import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** A document that is created once and sent many times. */
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

/** Brotli quality: a document that is sent for months is worth more CPU time than one for a second. */
const quality = { months: constants.BROTLI_MAX_QUALITY, second: 5 };

/** Compresses a document off the event loop. */
export async function encodeDocument(
  text: string,
  lasts: keyof typeof quality = 'months',
): Promise<EncodedDocument> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality[lasts] };
  const [br, gzipped] = await Promise.all([brotli(plain, { params }), zip(plain)]);
  return { etag: weakTagOf(plain), plain, br, gzip: gzipped };
}

/**
 * Sends it with the encoding that the client accepts, or 304 if the client has it. The caller sets type and cache
 * headers.
 */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  document: EncodedDocument,
): FastifyReply {
  if (isHeld(request, reply, document.etag)) return reply.code(304).send();
  const encoding = acceptedEncoding(request);
  if (encoding === undefined) return reply.send(document.plain);
  return reply.header('content-encoding', encoding).send(document[encoding]);
}

/** Sets the ETag and returns whether the client already has this version. */
export function isHeld(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  return reply.statusCode === 200 && request.headers['if-none-match'] === etag;
}

/** The best encoding that the client accepts. */
function acceptedEncoding({ headers }: Pick<FastifyRequest, 'headers'>): 'br' | 'gzip' | undefined {
  const accepted = headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}
