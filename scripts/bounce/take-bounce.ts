import {
  addressesRefusedIn,
  addressesSentTo,
  readReturnPath,
} from '#server/adapters/mail/delivery-report.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readByEither, type ServerKeys } from '#server/foundation/server-keys.ts';
import { takeBackEmail } from '#server/identity/emails/mail-delivery.ts';

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
  if (mailId === undefined) return 'Ignored: its recipient is not the return address of an email.';
  const refused = await addressesRefusedIn(message).catch(() => undefined);
  if (!refused) return `Ignored: the bounce of email ${mailId} cannot be read.`;
  if (refused.length === 0)
    return `Ignored: it does not report that email ${mailId} was rejected permanently.`;
  const isTaken = await inDatabase((deps) => takeBackEmail(deps, { mailId, refused }));
  return isTaken
    ? `Email ${mailId} bounced. Its address gets no more notices until an admin allows them again, unless a later email was sent there.`
    : `Ignored: email ${mailId} is no longer stored, was rejected before, or went to another address.`;
}
