import type { Onboarding } from '../../adapters/payout-service/payout-service.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { openDestination } from './destination-secret.ts';
import { openDestinations } from './destination-store.ts';

interface GivenAccount {
  readonly accountId: string;
  readonly isConfirmed: boolean;
  /** The payment service's onboarding for its owner. */
  readonly onboarding: Onboarding;
}

/** The account at a payment service that was given last; undefined for other kinds of destination. */
export async function givenAccount(
  { database, keys, transferProviders }: Pick<Dependencies, 'database' | 'keys' | 'transferProviders'>,
  userId: string,
): Promise<GivenAccount | undefined> {
  // The one that waits for its link comes last, if there is one.
  const payee = (await openDestinations.all(database, { userId })).findLast(
    ({ method }) => method === 'stripe',
  );
  const provider = transferProviders.find(({ method }) => method === payee?.method);
  const onboarding = provider?.takes === 'orders' ? provider.onboarding : undefined;
  const secret = payee && openDestination(keys, payee.id, payee.detailsEncrypted);
  if (!payee || !onboarding || secret?.destination.method !== 'stripe') return undefined;
  const { accountId } = secret.destination;
  return { accountId, isConfirmed: payee.confirmedAt !== null, onboarding };
}
