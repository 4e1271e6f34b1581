import type { FastifyPluginAsync } from 'fastify';
import { isLocalBilling, signatureHeader } from '../adapters/billing/local-billing.ts';
import type { Dependencies } from '../dependencies.ts';
import { takeBillingNotice } from '../subscriptions/take-billing-notice.ts';

export const webhookPath = '/api/billing/webhook';
const largestNotice = 512 * 1024;

/** POST of the billing provider's signed notices: Stripe's, or those of the local provider, which come the same way. */
export const billingRoute =
  (deps: Dependencies): FastifyPluginAsync =>
  async (app) => {
    // The signature is over the bytes as they came.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largestNotice },
      async (_: unknown, body: Buffer) => body,
    );
    app.post(webhookPath, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const isGood = await takeBillingNotice(deps, body, request.headers, (line) => request.log.warn(line));
      return reply.code(isGood ? 200 : 400).send({ received: isGood });
    });
    if (!isLocalBilling(deps.billing)) return;
    deps.billing.connect(async (body, headers) => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: webhookPath,
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      });
      if (statusCode !== 200)
        throw new Error(`The notice (${signatureHeader}) was answered with ${statusCode}.`);
    });
  };
