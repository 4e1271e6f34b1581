import { takeBackEmail } from '#server/accounts/emails/take-back-email.ts';
import { readDeliveryReport } from '#server/adapters/mail/delivery-report.ts';
import { readReturnPath } from '#server/adapters/mail/return-path.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readByEither, type ServerKeys } from '#server/server-keys.ts';

interface Needs extends Pick<Dependencies, 'database' | 'clock'> {
  readonly keys: ServerKeys;
}

/**
 * Takes a message that came to the address for bounces. Only a report to an address that this server signed for one email can change
 * anything, and only for the recipient of that email. Answers what became of it.
 */
export async function takeBounce({ keys, ...deps }: Needs, message: Uint8Array): Promise<string> {
  const report = await readDeliveryReport(message).catch(() => undefined);
  if (!report) return 'Ignored: the message cannot be read.';
  const ids = report.sentTo.flatMap(
    (address) => readByEither(keys, ({ returnPaths }) => readReturnPath(returnPaths, address)) ?? [],
  );
  const [mailId] = ids;
  if (mailId === undefined) return 'Ignored: it did not come to an address that an email was sent from.';
  if (report.refused.length === 0) return `Ignored: nothing in it refuses email ${mailId} for good.`;
  const isTaken = await takeBackEmail(deps, { mailId, refused: report.refused });
  return isTaken
    ? `Email ${mailId} came back. Its address gets no more notices until one arrives or an admin sends there again.`
    : `Ignored: email ${mailId} is not known anymore, was refused before, or went to another address.`;
}
