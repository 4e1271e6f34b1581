import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { ownMark, sealPayee } from './payee-secret.ts';
import { confirmDestination, freezeDestination, insertPayee, openPayees } from './payee-store.ts';

const destination = { method: 'local', conduct: 'pays' } as const;
/** Longer than any hold. */
const agoMilliseconds = 100 * 3600 * 1000;

/** Gives a test or sample account a destination at the test provider, confirmed before any hold, unless it has one. */
export async function giveTestPayee(
  tx: Transaction,
  { clock, keys }: Pick<Dependencies, 'clock' | 'keys'>,
  userId: string,
): Promise<void> {
  const known = await openPayees.all(tx, { userId });
  if (known.length > 0) return;
  const id = randomUUID();
  const now = new Date(clock.now().getTime() - agoMilliseconds);
  await insertPayee.run(tx, {
    id,
    userId,
    method: destination.method,
    country: 'US',
    masked: 'Test account that pays at once',
    now,
    detailsEncrypted: sealPayee(keys, id, { destination, legalName: 'Test Account' }),
    mark: ownMark(keys, userId),
  });
  await confirmDestination.run(tx, { id, now });
  await freezeDestination.run(tx, { userId });
}
