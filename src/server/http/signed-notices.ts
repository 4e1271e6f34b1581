import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Billing } from '../adapters/payments/billing.ts';
import { isLocalBilling, signatureHeader } from '../adapters/payments/local-billing.ts';
import type { Dependencies } from '../dependencies.ts';
import { takeTransferNotice } from '../money/payout-transfers/take-transfer-notice.ts';
import { takeBillingNotice } from '../plans/subscriptions/take-billing-notice.ts';

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

export const payoutNoticePath = '/api/payouts/webhook';

/** POST of the payment service's signed notices about payouts. */
export const payoutNoticeRoute =
  (deps: Dependencies): FastifyPluginAsync =>
  async (app) =>
    takeSignedNotices(app, payoutNoticePath, (...notice) => takeTransferNotice(deps, ...notice));

export const webhookPath = '/api/billing/webhook';

/** POST of the billing provider's signed notices, from Stripe or the local provider. */
export const billingRoute =
  (deps: Dependencies): FastifyPluginAsync =>
  async (app) => {
    takeSignedNotices(app, webhookPath, (...notice) => takeBillingNotice(deps, ...notice));
    connectLocalBilling(app, deps.billing);
  };

/** Lets the local provider send its notices to the webhook of this application; does nothing for another provider. */
function connectLocalBilling(app: FastifyInstance, billing: Billing): void {
  if (!isLocalBilling(billing)) return;
  billing.connect(async (body, headers) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: webhookPath,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });
    if (statusCode !== 200)
      throw new Error(`The notice (${signatureHeader}) was rejected with status ${statusCode}.`);
  });
}
