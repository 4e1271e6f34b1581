import Stripe from 'stripe';
import type { AccountState, Onboarding } from './payout-service.ts';

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

/** What Stripe still asks for, as sentences; fields that share one are listed once. */
const sentences: readonly (readonly [field: RegExp, sentence: string])[] = [
  [/external_account/, 'A bank account or debit card for your payouts.'],
  [/tos_acceptance/, 'Your agreement to Stripe’s terms.'],
  [/verification\.(additional_)?document|proof_of/, 'A photo of an identity document.'],
  [/address/, 'Your address.'],
  [/\.dob/, 'Your date of birth.'],
  [/first_name|last_name|name_ka/, 'Your legal name.'],
  [/id_number|ssn_last_4|tax_id/, 'A tax or identity number.'],
  [/phone/, 'Your phone number.'],
  [/email/, 'Your email address.'],
  [/business_/, 'What you do, in a few words.'],
];
const other = 'A detail that Stripe’s page explains.';

/** One sentence for related fields, such as `individual.dob.day` and `individual.dob.year`. */
function asksOf({ requirements }: Pick<Stripe.Account, 'requirements'>): string[] {
  const due = [...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])];
  const found = due.map((field) => sentences.find(([form]) => form.test(field))?.[1] ?? other);
  return [...new Set(found)];
}

/** Why Stripe does not pay this account, for its owner. */
export function stoppedBecause({ requirements }: Pick<Stripe.Account, 'requirements'>): string {
  const reason = requirements?.disabled_reason ?? '';
  if (reason.startsWith('rejected.') || reason === 'listed')
    return 'Stripe won’t pay this account. Ask Stripe why, or choose another way to be paid.';
  if (reason === 'under_review' || reason === 'requirements.pending_verification')
    return 'Stripe is still checking this account.';
  return 'Stripe needs more details from you before it can pay you.';
}

// Stripe's codes for failed bank payments that the owner can fix.
const failures: Readonly<Record<string, string>> = {
  account_closed: 'Your bank account has been closed.',
  account_frozen: 'Your bank account is frozen.',
  bank_account_restricted: 'Your bank account can’t receive this kind of payment.',
  bank_ownership_changed: 'Your bank no longer accepts this account, because it moved to another bank.',
  debit_not_authorized: 'Your bank account can’t receive this kind of payment.',
  declined: 'Your bank declined the payment.',
  incorrect_account_holder_name: 'The name doesn’t match the bank account.',
  incorrect_account_holder_address: 'The address doesn’t match the bank account.',
  invalid_account_number: 'The bank account number is wrong.',
  invalid_currency: 'Your bank account doesn’t take this currency.',
  no_account: 'Your bank found no account with this number.',
};

/** Why a payment to the bank failed, for its recipient. */
export const failedBecause = ({ failure_code: code }: Pick<Stripe.Payout, 'failure_code'>): string =>
  `${failures[code ?? ''] ?? 'Your bank sent the money back.'} Correct it at Stripe, then request the payout again.`;
