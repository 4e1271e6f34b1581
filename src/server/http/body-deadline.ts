import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route streams large bodies and closes slow ones by a rule of its own. */
    readonly pacesItsBody?: boolean;
  }
}

/** Bodies are small, except those of routes with a pace of their own. */
const bodyWithinMilliseconds = 15_000;

/**
 * Closes every connection whose body has not arrived in time, whatever the route does with it: a body that is ignored,
 * refused or sent to no route at all holds its connection just as long.
 */
export function closeSlowBodies(app: FastifyInstance, milliseconds = bodyWithinMilliseconds): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.pacesItsBody !== true) closeUnlessWholeIn(request.raw, milliseconds);
    done();
  });
}

/** Destroys the socket if the body is still incomplete after this time. */
export function closeUnlessWholeIn(request: IncomingMessage, milliseconds = bodyWithinMilliseconds): void {
  const { socket } = request;
  // Requests that are injected have no connection.
  if (!bringsBody(request) || !(socket instanceof Socket)) return;
  const deadline = setTimeout(() => {
    // Reads once more what has arrived: after a long pause of the event loop its timers come first.
    setImmediate(() => {
      // Not the request: after the response that is destroyed already, while the connection still waits for the body.
      if (!request.complete) socket.destroy();
    });
  }, milliseconds);
  deadline.unref();
  request.once('end', () => clearTimeout(deadline));
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
