import Stripe from 'stripe';
import type { AccountState, Onboarding } from './payout-service.ts';
import { asksOf, stoppedBecause } from './stripe-requirements.ts';

/** Whether Stripe says that there is no such account, or that it is not connected with us any more. It stays so. */
export const isGone = (error: unknown): boolean => {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  // Without access Stripe answers 403, with a deleted account 404, in a transfer a parameter that names nothing.
  const isMissing = error.code === 'resource_missing' && (error.param ?? 'destination') === 'destination';
  return error.code === 'account_invalid' || isMissing || /^No such destination/.test(error.message);
};

/** Reads an account and corrects what would strand money there. Undefined once there is none. */
export async function readAccount(stripe: Stripe, accountId: string): Promise<Stripe.Account | undefined> {
  try {
    const account = await stripe.accounts.retrieve(accountId);
    if (account.settings?.payouts?.schedule.interval !== 'manual') return account;
    // Nobody would ever press the button: with a manual schedule money stays at Stripe.
    return await stripe.accounts.update(accountId, {
      settings: { payouts: { schedule: { interval: 'daily' } } },
    });
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

export const isPayable = ({ payouts_enabled: pays, capabilities }: Stripe.Account): boolean =>
  pays && capabilities?.transfers === 'active';

/** Express accounts: Stripe asks the listener on its own pages, and asks again by itself. */
export const stripeAccounts = (stripe: Stripe, platformCountry: string): Onboarding => ({
  begin: async ({ payeeId, country, email }) => {
    const account = await stripe.accounts.create(
      {
        type: 'express',
        country,
        email,
        business_type: 'individual',
        capabilities: { transfers: { requested: true } },
        // Across borders Stripe pays only accounts of the 'recipient' agreement, and the agreement never changes afterwards.
        ...(country === platformCountry ? {} : { tos_acceptance: { service_agreement: 'recipient' } }),
        settings: { payouts: { schedule: { interval: 'daily' } } },
        metadata: { payee_id: payeeId },
      },
      { idempotencyKey: `account ${payeeId}` },
    );
    return { accountId: account.id };
  },
  link: async (accountId, returnUrl) => {
    const account = await stripe.accounts.retrieve(accountId);
    // Who has answered everything changes the bank account on their own page; the questions would show nothing.
    if (account.details_submitted && asksOf(account).length === 0)
      return (await stripe.accounts.createLoginLink(accountId)).url;
    const { url } = await stripe.accountLinks.create({
      account: accountId,
      type: 'account_onboarding',
      // Everything at once: an account that is asked again later cannot be paid meanwhile.
      collection_options: { fields: 'eventually_due' },
      refresh_url: returnUrl,
      return_url: returnUrl,
    });
    return url;
  },
  read: async (accountId): Promise<AccountState> => {
    const account = await readAccount(stripe, accountId);
    if (!account) return { kind: 'gone' };
    if (isPayable(account)) return { kind: 'ready' };
    return { kind: 'asked', sentence: stoppedBecause(account), asks: asksOf(account) };
  },
});
