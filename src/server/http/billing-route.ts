import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Billing } from '../adapters/billing/billing.ts';
import { isLocalBilling, signatureHeader } from '../adapters/billing/local-billing.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { takeBillingNotice } from '../plans/take-billing-notice.ts';
import { takeSignedNotices } from './signed-notices.ts';

export const webhookPath = '/api/billing/webhook';

/** POST of the billing provider's signed notices, from Stripe or the local provider. */
export const billingRoute =
  (deps: Dependencies): FastifyPluginAsync =>
  async (app) => {
    takeSignedNotices(app, webhookPath, (...notice) => takeBillingNotice(deps, ...notice));
    connectLocalBilling(app, deps.billing);
  };

/** Lets the local provider send its notices to the webhook of this application; does nothing for another provider. */
export function connectLocalBilling(app: FastifyInstance, billing: Billing): void {
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
