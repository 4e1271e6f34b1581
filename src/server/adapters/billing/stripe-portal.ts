import type Stripe from 'stripe';

const mark = 'earshot';

/**
 * The portal's configuration: upgrades take effect now, downgrades and cancellations at the end of the period. Found by
 * its metadata or created, once per process.
 */
export function portalConfiguration(
  stripe: Stripe,
  prices: readonly string[],
  tax: boolean,
): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    known ??= findOrMake(stripe, prices, tax).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function findOrMake(stripe: Stripe, prices: readonly string[], tax: boolean): Promise<string> {
  const marked = [...prices, ...(tax ? ['tax'] : [])].join(' ');
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const found = data.find(({ metadata }) => metadata?.[mark] === marked);
  return found?.id ?? (await make(stripe, prices, tax, marked)).id;
}

async function make(stripe: Stripe, prices: readonly string[], tax: boolean, marked: string) {
  const priced = await Promise.all(prices.map((price) => stripe.prices.retrieve(price)));
  const products = [...new Set(priced.map(productOf))];
  return stripe.billingPortal.configurations.create({
    metadata: { [mark]: marked },
    features: {
      invoice_history: { enabled: true },
      ...(tax ? { customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] } } : {}),
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        products: products.map((product) => ({
          product,
          prices: priced.filter((price) => productOf(price) === product).map(({ id }) => id),
        })),
      },
    },
  });
}

const productOf = ({ product }: Stripe.Price): string => (typeof product === 'string' ? product : product.id);
