import type { Destination, DestinationMethod } from '#contract/destinations.ts';
import type { Cents } from '#contract/primitives.ts';

/** What a provider demands before it takes money to a country; listeners read it before they request a payout. */
export interface Requirements {
  readonly minimumCents: Cents;
  /** What a listener is asked for, as sentences: 'An IBAN of a SEPA country.' */
  readonly asks: readonly string[];
}

/** One approved payout on its way to its listener. Everything in it is frozen into the request. */
export interface TransferOrder {
  /** Also the idempotency key: however often it is sent, it is paid once. */
  readonly payoutId: string;
  readonly amountCents: Cents;
  readonly destination: Destination;
  readonly country: string;
  readonly legalName: string;
  /** What the listener reads on the account statement. */
  readonly reference: string;
  readonly approvedAt: Date;
}

/** `refused`: nothing was moved, now or later. `unknown`: no answer came, so it may or may not have been taken. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly providerId: string; readonly costCents?: Cents }
  | { readonly kind: 'paid'; readonly providerId: string; readonly costCents?: Cents }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /** The destination does not exist any more: it is unlinked, and the listener has to give another. */
      readonly isDead?: true;
    }
  | { readonly kind: 'unknown' };

/** `never_received`: the provider knows no order of this id, and asked again later would not either. */
export type TransferAnswer =
  | { readonly kind: 'sending'; readonly providerId: string; readonly costCents?: Cents }
  | { readonly kind: 'paid'; readonly providerId: string; readonly costCents?: Cents }
  | { readonly kind: 'failed'; readonly reason: string; readonly isDead?: true }
  | { readonly kind: 'never_received' }
  | { readonly kind: 'unknown' };

export interface TransferQuestion {
  readonly payoutId: string;
  /** Null: its answer was lost. */
  readonly providerId: string | null;
  readonly destination: Destination;
}

/** A destination as its owner typed it, checked: how it is kept and shown, or what is wrong with it. */
export type ReadDestination =
  | { readonly destination: Destination; readonly masked: string }
  | { readonly field: string; readonly problem: string };

/** For providers that ask the listener themselves: an account there, and a page on which they ask. */
export interface Onboarding {
  begin(payee: {
    readonly payeeId: string;
    readonly country: string;
    readonly email: string;
  }): Promise<{ readonly accountId: string }>;
  /** A link to the provider's page, good for minutes. */
  link(accountId: string, returnUrl: string): Promise<string>;
  /** True once the provider would pay this account. */
  isReady(accountId: string): Promise<boolean>;
}

interface Provider {
  readonly method: DestinationMethod;
  /** Null where it takes no money to this country (ISO 3166, two letters). */
  requirements(country: string): Requirements | null;
  /** Checks details that were typed. The masked text is all that is ever shown of them. */
  read(typed: Destination, country: string): ReadDestination;
}

/** Takes each order at once, over its own interface. */
export interface DirectProvider extends Provider {
  readonly takes: 'orders';
  readonly onboarding?: Onboarding;
  send(order: TransferOrder): Promise<SendOutcome>;
  ask(question: TransferQuestion): Promise<TransferAnswer>;
}

export interface TransferBatch {
  readonly id: string;
  readonly madeAt: Date;
  readonly orders: readonly TransferOrder[];
}

export interface BatchFile {
  readonly name: string;
  /** The media type, for example text/csv. */
  readonly type: string;
  readonly content: string;
}

/** Takes files that a person carries to it. The same batch always gives the same files. */
export interface FileProvider extends Provider {
  readonly takes: 'files';
  write(batch: TransferBatch): readonly BatchFile[];
}

export type TransferProvider = DirectProvider | FileProvider;
