import type { DestinationMethod } from '#contract/money/payees/destinations.ts';
import type {
  DirectProvider,
  FileProvider,
  TransferProvider,
} from '../../adapters/payout-service/payout-service.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';

type Needs = Pick<Dependencies, 'transferProviders'>;

const isDirect = (provider: TransferProvider): provider is DirectProvider => provider.takes === 'orders';

/** Providers that take orders one by one. */
export const directProviders = ({ transferProviders }: Needs): DirectProvider[] =>
  transferProviders.filter(isDirect);

/** The provider that takes orders of this method; undefined if this server has none. */
export const directProvider = ({ transferProviders }: Needs, method: DestinationMethod) =>
  directProviders({ transferProviders }).find((provider) => provider.method === method);

/** The methods whose payouts are sent one by one. */
export const directMethods = ({ transferProviders }: Needs): DestinationMethod[] =>
  directProviders({ transferProviders }).map(({ method }) => method);

const takesFiles = (provider: TransferProvider): provider is FileProvider => provider.takes === 'files';

/** The provider that takes files of this method; undefined if this server has none. */
export const fileProvider = ({ transferProviders }: Needs, method: DestinationMethod) =>
  transferProviders.filter(takesFiles).find((provider) => provider.method === method);
