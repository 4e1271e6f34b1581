import type { FastifyInstance } from 'fastify';

const bodyWithinMilliseconds = 15_000;

/**
 * Closes a connection that does not bring the body of a call in time. Calls are small; the routes that stream large
 * bodies are in scopes of their own, with rules for their pace.
 */
export function closeSlowBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const deadline = setTimeout(() => request.raw.destroy(), bodyWithinMilliseconds);
    payload.once('end', () => clearTimeout(deadline));
    request.raw.once('close', () => clearTimeout(deadline));
    return payload;
  });
}
