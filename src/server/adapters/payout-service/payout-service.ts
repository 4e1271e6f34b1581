import type { IncomingHttpHeaders } from 'node:http';
import type { Destination, DestinationMethod } from '#contract/payees/destinations.ts';
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
  /** A link to the provider's page, good for minutes: its questions, or the account once they are answered. */
  link(accountId: string, returnUrl: string): Promise<string>;
  /** Whether the provider would pay this account, and what it asks of its owner before. */
  read(accountId: string): Promise<AccountState>;
}

/** `gone`: the account was closed, or its owner disconnected it. It does not come back. */
export type AccountState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'asked'; readonly sentence: string; readonly asks: readonly string[] }
  | { readonly kind: 'gone' };

/** A notice says only that something happened. What is true is asked at the provider. */
export interface TransferNotice {
  readonly id: string;
  /** The provider's name for what happened. */
  readonly kind: string;
  /** The destination it is about. */
  readonly accountId: string | null;
  readonly transferId: string | null;
  /** A payment from that destination to its bank, in which several transfers may have left. */
  readonly bankPaymentId: string | null;
  /** Why nothing is done with this notice, for the log. */
  readonly ignored?: string;
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
  /** Undefined when the signature does not fit the body, or the body is no notice. */
  readNotice?(body: Buffer, headers: IncomingHttpHeaders): Promise<TransferNotice | undefined>;
  /** Of a provider that sends no notices: tells of transfers that have changed after they had arrived, until it was heard. */
  tellChanges?(tell: (providerIds: readonly string[]) => Promise<void>): Promise<void>;
  /** The provider's ids of the transfers in a payment to a bank. */
  transfersIn?(payment: {
    readonly accountId: string;
    readonly bankPaymentId: string;
  }): Promise<readonly string[]>;
}

export interface TransferBatch {
  readonly id: string;
  readonly madeAt: Date;
  /** Dollars for one euro in ten-thousandths, which the operator gave when the batch was made: 10850 is 1.0850. */
  readonly euroRate?: number;
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
