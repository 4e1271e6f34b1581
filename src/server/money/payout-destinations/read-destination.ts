import type {
  DestinationOffer,
  PayeeState,
} from '#contract/money/payout-destinations/payout-destinations.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { TransferProvider } from '../../adapters/payments/payout-service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readPayoutHold } from '../../identity/hold-payouts.ts';
import { sendsFrom } from '../payout-transfers/transfer-providers.ts';
import { isTestAccount, openDestinations } from './destination-store.ts';

type Row = Awaited<ReturnType<typeof openDestinations.all>>[number];

const shown = ({ id, method, country, masked }: Row) => ({ id, method, country, masked });

/** The user's payout destination, masked, and its holds. */
export async function readDestination(
  {
    database,
    clock,
    transferProviders,
  }: Pick<Dependencies, 'clock' | 'transferProviders'> & { readonly database: Queryable },
  userId: string,
): Promise<PayeeState> {
  const rows = await openDestinations.all(database, { userId });
  const hold = await readPayoutHold(database, userId);
  const current = rows.find(({ confirmedAt }) => confirmedAt !== null);
  const unconfirmed = rows.find(({ confirmedAt }) => confirmedAt === null);
  const provider =
    current && !current.isWithdrawn
      ? transferProviders.find(({ method }) => method === current.method)
      : undefined;
  return {
    current: current ? shown(current) : null,
    unconfirmed: unconfirmed ? shown(unconfirmed) : null,
    heldUntil: hold && hold.heldUntil > clock.now() ? hold.heldUntil.toISOString() : null,
    isStopped: (hold?.stoppedAt ?? null) !== null,
    isMethodGone: current !== undefined && provider === undefined,
    sendsFromCents: current && provider ? sendsFrom({ transferProviders }, current) : null,
  };
}

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
