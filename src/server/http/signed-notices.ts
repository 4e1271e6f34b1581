import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

const largestNotice = 512 * 1024;

/** Takes a provider's notice; false when its signature does not fit. `warn` is for notices that nothing is done with. */
type TakeNotice = (
  body: Buffer,
  headers: IncomingHttpHeaders,
  warn: (line: string) => void,
) => Promise<boolean>;

/**
 * POST of a provider's signed notices: 200 when the notice was taken, else 400. Parsers of the whole plugin are replaced,
 * because the signature is over the bytes as they came.
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
