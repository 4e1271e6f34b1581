import type { FastifyRequest } from 'fastify';
import type { Client } from './handlers.ts';

/** Where a request comes from; Fastify has already looked through the trusted proxies. */
export function clientOf(request: FastifyRequest): Client {
  return { address: request.ip, device: (request.headers['user-agent'] ?? '').slice(0, 200) };
}
