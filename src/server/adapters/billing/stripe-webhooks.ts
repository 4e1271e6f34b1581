import Stripe from 'stripe';
import { openStripe, type StripeServer } from './stripe-client.ts';

/** A webhook endpoint at Stripe. Its signing secret cannot be read back. */
interface WebhookEndpoint {
  readonly url: string;
  readonly isEnabled: boolean;
  /** `*` means all events. */
  readonly events: readonly string[];
  /** Null if it uses the account's default version. */
  readonly apiVersion: string | null;
}

const atMost = 100;

/**
 * The account's webhook endpoints; `refused` if a restricted key may not list them.
 * @throws if Stripe does not respond
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
