import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { product } from '#contract/product.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import { answerNotFound } from './error-answers.ts';
import type { RequestSource } from './request-source.ts';

/** `/metrics` for clients with METRICS_TOKEN; without that setting, for trusted tools on this machine. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  { token, isLocalTool }: Pick<RequestSource, 'isLocalTool'> & { readonly token: string | undefined },
): void {
  const build = { labels: { version: product.version }, value: 1 };
  metrics.gauge('earshot_build_info', 'The running version.', () => [build], ['version']);
  app.get('/metrics', async (request, reply) => {
    if (!(token === undefined ? isLocalTool(request) : hasToken(request, token))) {
      return answerNotFound(request, reply);
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
  });
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
