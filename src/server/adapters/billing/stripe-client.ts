import Stripe from 'stripe';

const toleranceSeconds = 300;

/** Where Stripe is, for tests; without it the real one. */
export interface StripeServer {
  readonly host: string;
  readonly port: number;
  readonly protocol: 'http';
}

export const openStripe = (secretKey: string, server?: StripeServer): Stripe =>
  new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    appInfo: { name: 'Earshot' },
    ...server,
  });

/** Whether Stripe signed these bytes with this secret of a webhook endpoint, within the last five minutes. */
export function isSignedByStripe(stripe: Stripe, body: Buffer, signature: unknown, secret: string): boolean {
  if (typeof signature !== 'string' || stripe.webhooks.signature === null) return false;
  try {
    // Not constructEvent, which throws on events of other forms before it says whether they are signed.
    return stripe.webhooks.signature.verifyHeader(body, signature, secret, toleranceSeconds);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}
