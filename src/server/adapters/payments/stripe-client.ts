import Stripe from 'stripe';

const toleranceSeconds = 300;

/** Stripe's address in tests; the real one by default. */
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

/** Whether Stripe signed these bytes with this webhook secret within the last five minutes. */
export function isSignedByStripe(stripe: Stripe, body: Buffer, signature: unknown, secret: string): boolean {
  if (typeof signature !== 'string' || stripe.webhooks.signature === null) return false;
  try {
    // constructEvent would throw on unknown event formats before it checks the signature.
    return stripe.webhooks.signature.verifyHeader(body, signature, secret, toleranceSeconds);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** Whether Stripe has no such thing, for example because it was made with another key. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

export async function unlessMissing<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
