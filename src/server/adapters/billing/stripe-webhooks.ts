import Stripe from 'stripe';
import { openStripe, type StripeServer } from './stripe-client.ts';

/** A webhook endpoint as it is set up at Stripe. Its signing secret cannot be read back. */
interface WebhookEndpoint {
  readonly url: string;
  readonly isEnabled: boolean;
  /** `*` stands for all. */
  readonly events: readonly string[];
  /** Null where the account's own version counts. */
  readonly apiVersion: string | null;
}

const atMost = 100;

/**
 * The webhook endpoints of the account; `refused` where the key may not see them, as restricted keys need not.
 * @throws when Stripe does not answer
 */
export async function readWebhookEndpoints(
  secretKey: string,
  server?: StripeServer,
): Promise<readonly WebhookEndpoint[] | 'refused'> {
  try {
    const { data } = await openStripe(secretKey, server).webhookEndpoints.list({ limit: atMost });
    return data.map(({ url, status, enabled_events: events, api_version: apiVersion }) => ({
      url,
      isEnabled: status === 'enabled',
      events,
      apiVersion,
    }));
  } catch (error) {
    const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
      return 'refused';
    throw error;
  }
}
