import Stripe from 'stripe';
import { stripeBilling } from '#server/adapters/billing/stripe-billing.ts';
import type { StripeServer } from '#server/adapters/billing/stripe-client.ts';
import { handledEvents } from '#server/adapters/billing/stripe-notices.ts';
import { readWebhookEndpoints } from '#server/adapters/billing/stripe-webhooks.ts';
import type { Config } from '#server/settings/config.ts';
import { findPriceProblems } from '#server/subscriptions/check-prices.ts';
import { type Finding, green, reasonOf, red, yellow } from './finding.ts';

const section = 'docs/operations.md, "Stripe", says how.';

/** Checks Stripe's key, prices and webhook, read-only. @param server where Stripe is, for tests */
export async function checkStripe(
  config: Pick<Config, 'stripe' | 'production' | 'publicUrl'>,
  server?: StripeServer,
): Promise<Finding[]> {
  const { stripe, production } = config;
  if (!stripe) {
    const text = 'Plans are paid by the local test checkout, and no money moves.';
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
    return [
      red('stripe', `Stripe cannot be asked: ${reasonOf(error)}`, 'Check the network of this machine.'),
    ];
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
        'Put in the live key, its prices and its webhook.',
      ),
    ];
  }
  if (isTest || production) return [];
  const text = 'This is a live key, but this server is no production server: real cards are charged.';
  return [yellow('stripe', text, 'Use a test key for trials.')];
}

async function priceFindings(stripe: StripeSettings, server: StripeServer | undefined): Promise<Finding[]> {
  const billing = stripeBilling({ ...stripe, ...(server ? { server } : {}) });
  const problems = new Set(await findPriceProblems(billing));
  if (problems.size === 0)
    return [green('stripe', 'The key is accepted, and the prices are those of the plans.')];
  const cure = 'The plan is not sold until this is right.';
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
    return yellow('stripe', text, `Let the key read them, or look at Stripe whether ${url} gets the events.`);
  }
  const ours = endpoints.filter((endpoint) => endpoint.url === url);
  const [endpoint] = ours.filter(({ isEnabled }) => isEnabled);
  if (!endpoint) {
    const text =
      ours.length > 0 ? `The webhook ${url} is switched off at Stripe.` : `Stripe has no webhook ${url}.`;
    // Outside production, Stripe's command line tool may forward the events.
    return (production ? red : yellow)('stripe', `${text} Payments go unnoticed.`, section);
  }
  const missing = handledEvents.filter((event) => ![event, '*'].some((one) => endpoint.events.includes(one)));
  if (missing.length > 0) return red('stripe', `The webhook does not get ${missing.join(', ')}.`, section);
  if (endpoint.apiVersion !== null && endpoint.apiVersion !== Stripe.API_VERSION) {
    const text = `The webhook speaks API version ${endpoint.apiVersion}, and Earshot ${Stripe.API_VERSION}.`;
    return yellow('stripe', text, 'Make a webhook with that version at Stripe, then remove the old one.');
  }
  return green(
    'stripe',
    'The webhook is set up. Only a payment shows whether STRIPE_WEBHOOK_SECRET is its own.',
  );
}
