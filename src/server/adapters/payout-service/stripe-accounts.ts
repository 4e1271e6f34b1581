import Stripe from 'stripe';
import type { AccountState, Onboarding } from './payout-service.ts';
import { asksOf, stoppedBecause } from './stripe-requirements.ts';

/** Whether Stripe says that the account does not exist or is no longer connected to us. That is final. */
export const isGone = (error: unknown): boolean => {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  // Stripe returns 403 without access, 404 for a deleted account, and an invalid parameter for a transfer to it.
  const isMissing = error.code === 'resource_missing' && (error.param ?? 'destination') === 'destination';
  return error.code === 'account_invalid' || isMissing || /^No such destination/.test(error.message);
};

/** Reads an account and fixes settings that would keep money there. Undefined if it no longer exists. */
export async function readAccount(stripe: Stripe, accountId: string): Promise<Stripe.Account | undefined> {
  try {
    const account = await stripe.accounts.retrieve(accountId);
    if (account.settings?.payouts?.schedule.interval !== 'manual') return account;
    // With a manual schedule money would stay at Stripe, because no one triggers the payout.
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

/** Express accounts: Stripe verifies the listener on its own pages, repeatedly if needed. */
export const stripeAccounts = (stripe: Stripe, platformCountry: string): Onboarding => ({
  begin: async ({ payeeId, country, email }) => {
    const account = await stripe.accounts.create(
      {
        type: 'express',
        country,
        email,
        business_type: 'individual',
        capabilities: { transfers: { requested: true } },
        // Across borders Stripe only pays accounts with the 'recipient' agreement, which cannot be changed later.
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
    // Once everything is answered the form is empty, so link to the account's own page, where the bank account can be
    // changed.
    if (account.details_submitted && asksOf(account).length === 0)
      return (await stripe.accounts.createLoginLink(accountId)).url;
    const { url } = await stripe.accountLinks.create({
      account: accountId,
      type: 'account_onboarding',
      // Ask for everything at once: an account with later questions cannot be paid in the meantime.
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
