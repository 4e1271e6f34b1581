import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ownMark, sealDestination } from './destination-secret.ts';
import {
  freezeDestination,
  insertDestination,
  markConfirmed,
  openDestinations,
} from './destination-store.ts';

const destination = { method: 'local', conduct: 'pays' } as const;
/** Longer than any hold. */
const agoMilliseconds = 100 * 3600 * 1000;

/** Gives a test or sample account a destination at the test provider, confirmed before any hold, unless it has one. */
export async function giveTestDestination(
  tx: Transaction,
  { clock, keys }: Pick<Dependencies, 'clock' | 'keys'>,
  userId: string,
): Promise<void> {
  const known = await openDestinations.all(tx, { userId });
  if (known.length > 0) return;
  const id = randomUUID();
  const now = new Date(clock.now().getTime() - agoMilliseconds);
  await insertDestination.run(tx, {
    id,
    userId,
    method: destination.method,
    country: 'US',
    masked: 'Test account that pays at once',
    now,
    detailsEncrypted: sealDestination(keys, id, { destination, legalName: 'Test Account' }),
    mark: ownMark(keys, userId),
  });
  await markConfirmed.run(tx, { id, now });
  await freezeDestination.run(tx, { userId });
}
