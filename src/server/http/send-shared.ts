import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHeld, weakTagOf } from './encoded-document.ts';

/** A call's response as sent to everyone who makes the same request. */
export interface SharedAnswer {
  readonly etag: string;
  readonly body: Buffer;
}

export function sharedAnswerOf(answer: unknown): SharedAnswer {
  const body = Buffer.from(JSON.stringify(answer));
  return { etag: weakTagOf(body), body };
}

/**
 * Sends it, or 304 if the client has it. Browsers and proxies may store GET responses but must revalidate them, so that
 * a takedown reaches their copies.
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
