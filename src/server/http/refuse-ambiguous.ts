import type { Socket } from 'node:net';
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
