import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Health } from '#contract/health.ts';
import { askDatabase } from '../adapters/database/is-alive.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import type { SendPage } from './page-documents.ts';

type HealthDependencies = Pick<Dependencies, 'config' | 'database' | 'clock'>;

/**
 * `/health`: a page for browsers if there is a web app, four values for machines. 200 only while the database responds.
 */
export function serveHealth(app: FastifyInstance, deps: HealthDependencies, sendPage?: SendPage): void {
  app.get('/health', async (request, reply) => {
    const health = await readHealth(deps, request);
    reply.code(health.code).header('vary', 'accept');
    if (sendPage && wantsPage(request)) return sendPage(request, reply);
    return health;
  });
}

const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;

async function readHealth(
  { config, database, clock }: HealthDependencies,
  { log }: FastifyRequest,
): Promise<Health> {
  const failure = await askDatabase(database).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure) log.warn({ err: failure }, 'the database did not respond');
  return {
    status: failure ? 'Unavailable' : 'OK',
    domain: new URL(config.publicUrl).host,
    code: failure ? 503 : 200,
    timestamp: clock.now().toISOString(),
  };
}
