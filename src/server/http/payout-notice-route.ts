import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { takeTransferNotice } from '../transfers/take-transfer-notice.ts';

export const payoutNoticePath = '/api/payouts/webhook';
const largestNotice = 512 * 1024;

/** POST of signed notices about payouts, by the payment service that carries them. */
export const payoutNoticeRoute =
  (deps: Dependencies): FastifyPluginAsync =>
  async (app) => {
    // The signature is over the bytes as they came.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largestNotice },
      async (_: unknown, body: Buffer) => body,
    );
    app.post(payoutNoticePath, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const isGood = await takeTransferNotice(deps, body, request.headers, (line) => request.log.warn(line));
      return reply.code(isGood ? 200 : 400).send({ received: isGood });
    });
  };
