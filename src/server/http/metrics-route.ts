import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../accounts/address-prefix.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import { answerNotFound } from './error-answers.ts';

/** `/metrics` for whoever has the token of the settings; without one for the machine itself only. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    if (!(token === undefined ? isOwnMachine(request) : hasToken(request, token))) {
      return answerNotFound(request, reply);
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
  });
}

/** Everybody who comes through a proxy on this machine has a loopback address, too, and brings these headers. */
function isOwnMachine({ raw, headers }: FastifyRequest): boolean {
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers || 'via' in headers;
  return !isForwarded && isLoopback(raw.socket.remoteAddress ?? '');
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
