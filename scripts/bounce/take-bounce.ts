import { takeBackEmail } from '#server/accounts/emails/take-back-email.ts';
import { addressesRefusedIn, addressesSentTo } from '#server/adapters/mail/delivery-report.ts';
import { readReturnPath } from '#server/adapters/mail/return-path.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readByEither, type ServerKeys } from '#server/server-keys.ts';

interface Needs {
  readonly keys: ServerKeys;
  /** Opens the database for the work. Called only for a signed report of a failed delivery. */
  readonly inDatabase: <T>(
    work: (deps: Pick<Dependencies, 'database' | 'clock'>) => Promise<T>,
  ) => Promise<T>;
}

/**
 * Handles a message to the bounce address. Only a report to an address that this server signed for one email has an
 * effect, and only on that email's recipient. Returns what was done, for the log.
 */
export async function takeBounce({ keys, inDatabase }: Needs, message: Uint8Array): Promise<string> {
  const [mailId] = addressesSentTo(message).flatMap(
    (address) => readByEither(keys, ({ returnPaths }) => readReturnPath(returnPaths, address)) ?? [],
  );
  if (mailId === undefined) return 'Ignored: it did not come to an address that an email was sent from.';
  const refused = await addressesRefusedIn(message).catch(() => undefined);
  if (!refused) return `Ignored: what came back about email ${mailId} cannot be read.`;
  if (refused.length === 0) return `Ignored: nothing in it refuses email ${mailId} for good.`;
  const isTaken = await inDatabase((deps) => takeBackEmail(deps, { mailId, refused }));
  return isTaken
    ? `Email ${mailId} came back. Its address gets no more notices until an admin sends there again, unless a later email was sent there.`
    : `Ignored: email ${mailId} is not known anymore, was refused before, or went to another address.`;
}
