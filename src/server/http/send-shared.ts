import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHeld, weakTagOf } from './encoded-document.ts';

/** The answer of a call as it is sent to everyone who asks the same. */
export interface SharedAnswer {
  readonly etag: string;
  readonly body: Buffer;
}

export function sharedAnswerOf(answer: unknown): SharedAnswer {
  const body = Buffer.from(JSON.stringify(answer));
  return { etag: weakTagOf(body), body };
}

/**
 * Sends it, or 304 to a client that holds it. Browsers and proxies may keep what they read by GET, and ask each time whether
 * it is still so: a track that is taken down is gone from their copies as well.
 */
export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body }: SharedAnswer,
): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (request.method === 'POST') return reply.send(body);
  reply.header('cache-control', 'public, no-cache');
  return isHeld(request, reply, etag) ? reply.code(304).send() : reply.send(body);
}
