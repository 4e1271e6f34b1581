import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../accounts/address-prefix.ts';
import type { Client } from './handlers.ts';

/** Where a request comes from; Fastify has already looked through the trusted proxies. */
export function clientOf(request: FastifyRequest): Client {
  return { address: addressOf(request), device: (request.headers['user-agent'] ?? '').slice(0, 200) };
}

/**
 * A request that was passed on and yet seems to come from this machine came through a proxy that nobody has named: its
 * sender is unknown. Only those who really are at this machine are left out of limits by sender.
 */
function addressOf({ ip, headers }: FastifyRequest): string {
  const wasPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return wasPassedOn && isLoopback(ip) ? 'unknown' : ip;
}
