import type { DestinationOffer } from '#contract/payees/payees.ts';
import type { TransferProvider } from '../adapters/payout-service/payout-service.ts';
import type { Dependencies } from '../dependencies.ts';
import { isTestAccount } from './payee-store.ts';

type Needs = Pick<Dependencies, 'database' | 'transferProviders'>;

/** Who may carry this user's money: for test accounts the test provider alone, and for others it only where there is no other. */
export async function offeredProviders(
  { database, transferProviders }: Needs,
  userId: string,
): Promise<readonly TransferProvider[]> {
  const { isTest } = await isTestAccount.only(database, { userId });
  const real = transferProviders.filter(({ method }) => method !== 'local');
  return isTest || real.length === 0 ? transferProviders.filter(({ method }) => method === 'local') : real;
}

/** The ways in which this server pays to a country. */
export async function listOffers(deps: Needs, userId: string, country: string): Promise<DestinationOffer[]> {
  const providers = await offeredProviders(deps, userId);
  return providers.flatMap((provider) => {
    const demands = provider.requirements(country);
    return demands === null
      ? []
      : [{ method: provider.method, minimumCents: demands.minimumCents, asks: [...demands.asks] }];
  });
}
