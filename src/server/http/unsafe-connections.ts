import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Refuses requests that a proxy in front may read differently, and closes their connection: bytes after such a request
 * may be its body or another request.
 */
export function refuseAmbiguous(app: FastifyInstance): void {
  const refused = new WeakSet<Socket>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    if (!refused.has(socket) && !isAmbiguous(request)) return;
    refused.add(socket);
    reply.header('connection', 'close');
    reply.raw.once('finish', () => socket.destroySoon());
    throw Object.assign(new Error('The request has two hosts or an unknown transfer encoding.'), {
      statusCode: 400,
    });
  });
}

function isAmbiguous({ headers, raw: { rawHeaders } }: FastifyRequest): boolean {
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'chunked') return true;
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route streams large bodies and times out slow ones itself. */
    readonly pacesItsBody?: boolean;
  }
}

/** Timeout of ordinary, small bodies. */
const bodyWithinMilliseconds = 15_000;

/**
 * Closes every connection whose body does not arrive in time, whatever the route does: a body that is ignored, rejected
 * or sent to no route holds its connection just as long.
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
  // Injected requests have no connection.
  if (!bringsBody(request) || !(socket instanceof Socket)) return;
  const deadline = setTimeout(() => {
    // After a long pause of the event loop timers run first, so read once more what has arrived.
    setImmediate(() => {
      // Check the request but destroy the socket: after the response the request is already destroyed, while the
      // connection still waits for the body.
      if (!request.complete) socket.destroy();
    });
  }, milliseconds);
  deadline.unref();
  request.once('end', () => clearTimeout(deadline));
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
