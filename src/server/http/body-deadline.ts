import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const bodyWithinMilliseconds = 15_000;

/**
 * Closes a connection that does not bring the body of a call in time. Calls are small; the routes that stream large
 * bodies are in scopes of their own, with rules for their pace.
 */
export function closeSlowBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!bringsBody(request.raw)) return done(null, payload);
    const deadline = setTimeout(() => request.raw.destroy(), bodyWithinMilliseconds);
    payload.once('end', () => clearTimeout(deadline));
    request.raw.once('close', () => clearTimeout(deadline));
    done(null, payload);
  });
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
