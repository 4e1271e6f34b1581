import { cents } from '../../cents.ts';
import type { Cents } from '../../primitives.ts';

// Where money can go. Kept apart from the schemas, so that the payee form loads no schema library.

/** How a listener is paid. `local` moves no money: it is the test mode of a server without a payment service. */
export const destinationMethods = ['stripe', 'paypal', 'bank', 'local'] as const;
export type DestinationMethod = (typeof destinationMethods)[number];

/** Methods paid by a file that a person uploads to the bank or payment service. */
export const fileMethods = ['paypal', 'bank'] as const;
export type FileMethod = (typeof fileMethods)[number];

/**
 * What an approved payout waits for before it is sent. `method`: no payment service of this server supports its method
 * anymore.
 */
export const transferWaits = [
  'destination',
  'method',
  'stop',
  'hold',
  'suspension',
  'tax_details',
  'file',
] as const;
export type TransferWait = (typeof transferWaits)[number];

/** How the local test provider treats a payout to such a destination. */
export const localConducts = ['pays', 'pays_later', 'fails', 'returns', 'loses_the_answer'] as const;
export type LocalConduct = (typeof localConducts)[number];

/**
 * What Stripe charges for the first transfer to an account in a month: $2.00 for the account, and $0.25 and 0.25% for the
 * payment to the bank.
 */
export const firstStripeTransferCost = (amountCents: Cents): Cents =>
  cents(Math.round(200 + 25 + amountCents * 0.0025));

/** Decrypted details of a destination: all that a provider needs to find it. */
export type Destination =
  | { readonly method: 'stripe'; readonly accountId: string }
  | { readonly method: 'paypal'; readonly email: string }
  | { readonly method: 'bank'; readonly iban: string }
  | { readonly method: 'local'; readonly conduct: LocalConduct };

/** The state of the transfer of an approved payout request, apart from the request's own status. */
export const transferStates = ['waiting', 'sending', 'paid', 'failed', 'checking'] as const;
export type TransferState = (typeof transferStates)[number];
