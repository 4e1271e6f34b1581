import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { product } from '#contract/product.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import type { Config } from '../settings/config.ts';
import { answerNotFound } from './error-answers.ts';
import type { RequestSource } from './request-source.ts';

/** Clients with METRICS_TOKEN may read how the operation does; without that setting, trusted tools on this machine. */
export const mayReadOperation = (
  request: FastifyRequest,
  { isLocalTool }: Pick<RequestSource, 'isLocalTool'>,
  { metricsToken }: Pick<Config, 'metricsToken'>,
): boolean => (metricsToken === undefined ? isLocalTool(request) : hasToken(request, metricsToken));

/** `/metrics` for those who may read it. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  mayRead: (request: FastifyRequest) => boolean,
): void {
  const build = { labels: { version: product.version }, value: 1 };
  metrics.gauge('earshot_build_info', 'The running version.', () => [build], ['version']);
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) return answerNotFound(request, reply);
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
  });
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
