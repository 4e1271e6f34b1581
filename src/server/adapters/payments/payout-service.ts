import type { IncomingHttpHeaders } from 'node:http';
import type { Destination, DestinationMethod } from '#contract/money/payout-destinations/destinations.ts';
import type { Cents } from '#contract/primitives.ts';

/** What a provider needs for payouts to a country, which listeners read before they choose it. */
interface Requirements {
  /** What the listener has to provide, as sentences: 'An IBAN of a SEPA country.' */
  readonly asks: readonly string[];
}

/** An approved payout to send. Its fields were frozen into the request. */
export interface TransferOrder {
  /** Also the idempotency key: it is paid once, however often it is sent. */
  readonly payoutId: string;
  readonly amountCents: Cents;
  readonly destination: Destination;
  readonly country: string;
  readonly legalName: string;
  /** The text on the listener's account statement. */
  readonly reference: string;
  readonly approvedAt: Date;
}

/**
 * `refused`: no money was moved or will be. `unknown`: the response was lost, so the order may or may not have been
 * accepted.
 */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly providerId: string; readonly costCents?: Cents }
  | { readonly kind: 'paid'; readonly providerId: string; readonly costCents?: Cents }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /** The destination no longer exists: it is unlinked, and the listener has to choose another. */
      readonly isDead?: true;
    }
  | { readonly kind: 'unknown' };

/** `never_received`: the provider has no order with this id and never will. */
export type TransferAnswer =
  | { readonly kind: 'sending'; readonly providerId: string; readonly costCents?: Cents }
  | { readonly kind: 'paid'; readonly providerId: string; readonly costCents?: Cents }
  | { readonly kind: 'failed'; readonly reason: string; readonly isDead?: true }
  | { readonly kind: 'never_received' }
  | { readonly kind: 'unknown' };

export interface TransferQuestion {
  readonly payoutId: string;
  /** Null if the response was lost. */
  readonly providerId: string | null;
}

/** A typed destination after validation: its stored and masked form, or the problem. */
export type ReadDestination =
  | { readonly destination: Destination; readonly masked: string }
  | { readonly field: string; readonly problem: string };

/** For providers that verify the listener themselves: an account there, and the provider's own form. */
export interface Onboarding {
  begin(payee: {
    readonly payeeId: string;
    readonly country: string;
    readonly email: string;
  }): Promise<{ readonly accountId: string }>;
  /** A short-lived link to the provider's form, or to the account once the form is complete. */
  link(accountId: string, returnUrl: string): Promise<string>;
  /** Whether the provider would pay this account, and what it still asks of its owner. */
  read(accountId: string): Promise<AccountState>;
}

/** `gone`: the account was closed or its owner disconnected it, for good. */
export type AccountState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'asked'; readonly sentence: string; readonly asks: readonly string[] }
  | { readonly kind: 'gone' };

/** A notice only says that something happened. The facts are read from the provider afterwards. */
export interface TransferNotice {
  readonly id: string;
  /** The provider's name of the event. */
  readonly kind: string;
  /** The account it is about. */
  readonly accountId: string | null;
  readonly transferId: string | null;
  /** A payment from that account to its bank, which may include several transfers. */
  readonly bankPaymentId: string | null;
  /** Why this notice is ignored, for the log. */
  readonly ignored?: string;
}

interface Provider {
  readonly method: DestinationMethod;
  /** Null if the provider does not pay to this country (ISO 3166, two letters). */
  requirements(country: string): Requirements | null;
  /** Validates typed details. Only the masked text is ever shown. */
  read(typed: Destination, country: string, legalName: string): ReadDestination;
}

/** A provider with an API that takes each order at once. */
export interface DirectProvider extends Provider {
  readonly takes: 'orders';
  /** By country: approved payouts to one destination wait until they reach this amount together. */
  readonly sendsFrom?: ReadonlyMap<string, Cents>;
  readonly onboarding?: Onboarding;
  send(order: TransferOrder): Promise<SendOutcome>;
  ask(question: TransferQuestion): Promise<TransferAnswer>;
  /** Undefined if the signature does not match the body, or the body is not a notice. */
  readNotice?(body: Buffer, headers: IncomingHttpHeaders): Promise<TransferNotice | undefined>;
  /** For a provider without notices: reports transfers that changed after their arrival, until `tell` succeeds. */
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
  /** US dollars per euro in ten-thousandths, as entered by the operator for this batch: 10850 is 1.0850. */
  readonly euroRate?: number;
  readonly orders: readonly TransferOrder[];
}

export interface BatchFile {
  readonly name: string;
  /** The media type, for example text/csv. */
  readonly type: string;
  readonly content: string;
}

/** A provider that takes files, which a person uploads. The same batch always gives the same files. */
export interface FileProvider extends Provider {
  readonly takes: 'files';
  write(batch: TransferBatch): readonly BatchFile[];
}

export type TransferProvider = DirectProvider | FileProvider;

/** An id without hyphens: 32 characters, within the 35 of a bank reference. */
export const referenceOf = (id: string): string => id.replaceAll('-', '');

/** For example `sepa-2026-11-22-1a2b3c4d.xml`. */
export const fileName = (
  kind: string,
  { id, madeAt }: Pick<TransferBatch, 'id' | 'madeAt'>,
  ending: string,
): string => `${kind}-${madeAt.toISOString().slice(0, 10)}-${id.slice(0, 8)}.${ending}`;
