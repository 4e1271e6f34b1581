import type Stripe from 'stripe';

/** How many of an account's newest bank payments are searched for a transfer: a month of daily ones. */
const mostPayouts = 31;

/** Ids of our transfers in one payment from a connected account to its bank. */
export async function transfersIn(stripe: Stripe, stripeAccount: string, payout: string): Promise<string[]> {
  const listed = stripe.balanceTransactions.list(
    { payout, limit: 100, expand: ['data.source'] },
    { stripeAccount },
  );
  const found: string[] = [];
  for await (const { source } of listed) {
    const transfer =
      source !== null && typeof source === 'object' && 'source_transfer' in source && source.source_transfer;
    if (transfer) found.push(typeof transfer === 'string' ? transfer : transfer.id);
  }
  return found;
}

/** The bank payment that included a transfer, if there is one yet. */
export async function payoutWith(
  stripe: Stripe,
  account: string,
  transfer: Stripe.Transfer,
): Promise<Stripe.Payout | undefined> {
  const { data } = await stripe.payouts.list(
    { created: { gte: transfer.created }, limit: mostPayouts },
    { stripeAccount: account },
  );
  for (const payout of data) {
    if ((await transfersIn(stripe, account, payout.id)).includes(transfer.id)) return payout;
  }
  return undefined;
}
