import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

const largestNotice = 512 * 1024;

/** Processes a provider's notice; false if its signature does not match. `warn` is called for ignored notices. */
type TakeNotice = (
  body: Buffer,
  headers: IncomingHttpHeaders,
  warn: (line: string) => void,
) => Promise<boolean>;

/**
 * POST of a provider's signed notices: 200 if accepted, else 400. Replaces the parsers of the whole plugin, because the
 * signature covers the raw bytes.
 */
export function takeSignedNotices(app: FastifyInstance, path: string, take: TakeNotice): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: largestNotice },
    async (_: unknown, body: Buffer) => body,
  );
  app.post(path, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const isGood = await take(body, request.headers, (line) => request.log.warn(line));
    return reply.code(isGood ? 200 : 400).send({ received: isGood });
  });
}
