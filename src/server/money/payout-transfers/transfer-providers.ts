import { minimumPayout } from '#contract/business-rules.ts';
import type { DestinationMethod } from '#contract/money/payout-destinations/destinations.ts';
import type { Cents } from '#contract/primitives.ts';
import type {
  DirectProvider,
  FileProvider,
  TransferProvider,
} from '../../adapters/payments/payout-service.ts';
import type { Dependencies } from '../../dependencies.ts';

type Needs = Pick<Dependencies, 'transferProviders'>;

const isDirect = (provider: TransferProvider): provider is DirectProvider => provider.takes === 'orders';

/** Providers that take orders one by one. */
export const directProviders = ({ transferProviders }: Needs): DirectProvider[] =>
  transferProviders.filter(isDirect);

/** The provider that takes orders of this method; undefined if this server has none. */
export const directProvider = ({ transferProviders }: Needs, method: DestinationMethod) =>
  directProviders({ transferProviders }).find((provider) => provider.method === method);

/**
 * The amount from which approved payouts to such a destination are sent, all together; null if each is sent at once,
 * as every payout that may be requested is large enough.
 */
export function sendsFrom(
  { transferProviders }: Needs,
  { method, country }: { readonly method: DestinationMethod; readonly country: string },
): Cents | null {
  const cents = directProvider({ transferProviders }, method)?.sendsFrom?.get(country);
  return cents !== undefined && cents > minimumPayout ? cents : null;
}

/**
 * The amount that a payout waits for, together with the others that wait for its destination; null if it waits for
 * none.
 */
export function waitsForCents(
  needs: Needs,
  {
    method,
    country,
    gatheredCents,
  }: {
    readonly method: DestinationMethod | null;
    readonly country: string | null;
    readonly gatheredCents: Cents | null;
  },
): Cents | null {
  if (method === null || country === null || gatheredCents === null) return null;
  const least = sendsFrom(needs, { method, country });
  return least !== null && gatheredCents < least ? least : null;
}

/** The methods whose payouts are sent one by one. */
export const directMethods = ({ transferProviders }: Needs): DestinationMethod[] =>
  directProviders({ transferProviders }).map(({ method }) => method);

const takesFiles = (provider: TransferProvider): provider is FileProvider => provider.takes === 'files';

/** The provider that takes files of this method; undefined if this server has none. */
export const fileProvider = ({ transferProviders }: Needs, method: DestinationMethod) =>
  transferProviders.filter(takesFiles).find((provider) => provider.method === method);
