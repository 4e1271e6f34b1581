import type { DestinationOffer } from '#contract/money/payout-destinations/payout-destinations.ts';
import type { TransferProvider } from '../../adapters/payout-service/payout-service.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { sendsFrom } from '../payout-transfers/provider-of.ts';
import { isTestAccount } from './destination-store.ts';

type Needs = Pick<Dependencies, 'database' | 'transferProviders'>;

/**
 * The providers available to this user: only the test provider for test accounts, and for others only if there is no
 * real one.
 */
export async function offeredProviders(
  { database, transferProviders }: Needs,
  userId: string,
): Promise<readonly TransferProvider[]> {
  const { isTest } = await isTestAccount.only(database, { userId });
  const real = transferProviders.filter(({ method }) => method !== 'local');
  return isTest || real.length === 0 ? transferProviders.filter(({ method }) => method === 'local') : real;
}

/** The payout methods that this server offers for a country. */
export async function listOffers(deps: Needs, userId: string, country: string): Promise<DestinationOffer[]> {
  const providers = await offeredProviders(deps, userId);
  return providers.flatMap((provider) => {
    const demands = provider.requirements(country);
    return demands === null
      ? []
      : [
          {
            method: provider.method,
            sendsFromCents: sendsFrom(deps, { method: provider.method, country }),
            asks: [...demands.asks],
          },
        ];
  });
}
