// Where money can go. Apart from the schemas, so that the payee form loads no schema library.

/** How a listener is paid. `local` sends nothing anywhere: it is the test mode of a server without a payment service. */
export const destinationMethods = ['stripe', 'paypal', 'bank', 'local'] as const;
export type DestinationMethod = (typeof destinationMethods)[number];

/** Those whose payouts leave in files that a person carries to the bank or the payment service. */
export const fileMethods = ['paypal', 'bank'] as const;
export type FileMethod = (typeof fileMethods)[number];

/** What an approved payout waits for before it is sent. `method`: no payment service of this server carries it any more. */
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

/** What the local test provider does with a payout that goes to such a destination. */
export const localConducts = ['pays', 'pays_later', 'fails', 'returns', 'loses_the_answer'] as const;
export type LocalConduct = (typeof localConducts)[number];

/** Decrypted details of a destination: all that a provider needs to find it. */
export type Destination =
  | { readonly method: 'stripe'; readonly accountId: string }
  | { readonly method: 'paypal'; readonly email: string }
  | { readonly method: 'bank'; readonly iban: string }
  | {
      readonly method: 'bank';
      readonly routingNumber: string;
      readonly accountNumber: string;
      readonly kind: 'checking' | 'savings';
    }
  | { readonly method: 'local'; readonly conduct: LocalConduct };

/** How money travels once a payout request is approved; stands beside the request's status. */
export const transferStates = ['waiting', 'sending', 'paid', 'failed', 'checking'] as const;
export type TransferState = (typeof transferStates)[number];
