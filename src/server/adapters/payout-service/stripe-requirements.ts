import type Stripe from 'stripe';

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
export function asksOf({ requirements }: Pick<Stripe.Account, 'requirements'>): string[] {
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
