import Stripe from 'stripe';
import { stripeBilling } from '#server/adapters/payments/stripe-billing.ts';
import type { StripeServer } from '#server/adapters/payments/stripe-client.ts';
import { handledEvents, readWebhookEndpoints } from '#server/adapters/payments/stripe-notices.ts';
import { findPriceProblems } from '#server/plans/subscriptions/prices.ts';
import type { Config } from '#server/settings/config.ts';
import { type Finding, green, reasonOf, red, yellow } from './finding.ts';

const section = 'See docs/operations.md, "Stripe".';

/** Checks Stripe's key, prices and webhook, read-only. @param server where Stripe is, for tests */
export async function checkStripe(
  config: Pick<Config, 'stripe' | 'production' | 'publicUrl'>,
  server?: StripeServer,
): Promise<Finding[]> {
  const { stripe, production } = config;
  if (!stripe) {
    const text = 'Plans are paid through the local test checkout, and no money moves.';
    return [production ? yellow('stripe', text, 'Set the STRIPE_ settings.') : green('stripe', text)];
  }
  try {
    const prices = await priceFindings(stripe, server);
    if (prices.some(({ text }) => text.startsWith('STRIPE_SECRET_KEY'))) return prices;
    return [
      ...modeFindings(stripe.secretKey, production),
      ...prices,
      await webhookFinding(config, stripe, server),
    ];
  } catch (error) {
    return [red('stripe', `Stripe is unreachable: ${reasonOf(error)}`, "Check this machine's network.")];
  }
}

type StripeSettings = NonNullable<Config['stripe']>;

function modeFindings(secretKey: string, production: boolean): Finding[] {
  const isTest = /^[a-z]+_test_/.test(secretKey);
  if (isTest && production) {
    return [
      yellow(
        'stripe',
        'This is a test key: no money moves.',
        'Set the live key, its prices and its webhook.',
      ),
    ];
  }
  if (isTest || production) return [];
  const text = 'This is a live key, but this is not a production server: real cards are charged.';
  return [yellow('stripe', text, 'Use a test key for testing.')];
}

async function priceFindings(stripe: StripeSettings, server: StripeServer | undefined): Promise<Finding[]> {
  const billing = stripeBilling({ ...stripe, ...(server ? { server } : {}) });
  const problems = new Set(await findPriceProblems(billing));
  if (problems.size === 0)
    return [green('stripe', 'Stripe accepts the key, and the prices match the plans.')];
  const cure = 'Nobody can buy the plan until you fix this.';
  return [...problems].map((problem) => red('stripe', problem, cure));
}

async function webhookFinding(
  { publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>,
  { secretKey }: StripeSettings,
  server: StripeServer | undefined,
): Promise<Finding> {
  const url = `${publicUrl}/api/billing/webhook`;
  const endpoints = await readWebhookEndpoints(secretKey, server);
  if (endpoints === 'refused') {
    const text = 'The key may not read webhook endpoints, so the webhook was not checked.';
    return yellow(
      'stripe',
      text,
      `Allow the key to read them, or check in Stripe that ${url} gets the events.`,
    );
  }
  const ours = endpoints.filter((endpoint) => endpoint.url === url);
  const [endpoint] = ours.filter(({ isEnabled }) => isEnabled);
  if (!endpoint) {
    const text =
      ours.length > 0 ? `The webhook ${url} is disabled in Stripe.` : `Stripe has no webhook ${url}.`;
    // Outside production, Stripe's command line tool may forward the events.
    return (production ? red : yellow)('stripe', `${text} Earshot does not hear of payments.`, section);
  }
  const missing = handledEvents.filter((event) => ![event, '*'].some((one) => endpoint.events.includes(one)));
  if (missing.length > 0) return red('stripe', `The webhook does not get ${missing.join(', ')}.`, section);
  if (endpoint.apiVersion !== null && endpoint.apiVersion !== Stripe.API_VERSION) {
    const text = `The webhook uses API version ${endpoint.apiVersion}, but Earshot uses ${Stripe.API_VERSION}.`;
    return yellow('stripe', text, 'Create a webhook with that version in Stripe, then remove the old one.');
  }
  return green(
    'stripe',
    'The webhook is set up. Only a payment can show whether STRIPE_WEBHOOK_SECRET is correct.',
  );
}
