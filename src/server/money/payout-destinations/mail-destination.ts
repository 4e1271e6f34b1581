import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { destinationGoneMail, destinationNeededMail } from '../../identity/emails/payout-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { readAccount } from '../../identity/own-account.ts';
import { freezeDestination, waitsForDestination } from './destination-store.ts';

/** The job's name in the queue. Its payload is `{ userId }`. */
export const askForDestinationJob = 'ask-for-destination';

/** Emails a listener whose payout waits for a destination, unless another destination is confirmed. */
export const askForDestination = (
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  userId: string,
): Promise<void> =>
  database.transaction(async (tx) => {
    await freezeDestination.run(tx, { userId });
    const { isWaiting } = await waitsForDestination.only(tx, { userId });
    if (!isWaiting) return;
    const { email } = await readAccount(tx, userId);
    const mail = destinationNeededMail(config.publicUrl);
    await queueMail(tx, { name: '', address: email }, mail, clock.now());
  });

/** Tells a listener that the destination no longer exists. Its payouts go to another one, if one is confirmed. */
export async function endDestination(
  tx: Transaction,
  { config }: Pick<Dependencies, 'config'>,
  userId: string,
  now: Date,
): Promise<void> {
  await freezeDestination.run(tx, { userId });
  const { email } = await readAccount(tx, userId);
  await queueMail(tx, { name: '', address: email }, destinationGoneMail(config.publicUrl), now);
}
