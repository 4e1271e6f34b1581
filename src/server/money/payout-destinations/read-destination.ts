import type { PayeeState } from '#contract/money/payout-destinations/payout-destinations.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readPayoutHold } from '../../identity/payout-hold/hold-payouts.ts';
import { sendsFrom } from '../payout-transfers/provider-of.ts';
import { openDestinations } from './destination-store.ts';

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
