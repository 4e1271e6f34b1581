import type { Dependencies } from '../dependencies.ts';
import { findWaitingMail, markMailSent } from './outbox-store.ts';

/**
 * The job behind `queueMail`. Throws when the mail was not taken, so that the job queue tries again later; a mail whose
 * sending was cut off before it was marked goes out again under the same Message-ID.
 */
export async function sendQueuedMail(
  { database, mail, clock }: Pick<Dependencies, 'database' | 'mail' | 'clock'>,
  mailId: string,
): Promise<void> {
  const waiting = await findWaitingMail(database, mailId);
  if (!waiting) return;
  await mail.send({
    id: waiting.id,
    to: { name: waiting.recipientName, address: waiting.recipientAddress },
    subject: waiting.subject,
    text: waiting.bodyText,
    html: waiting.bodyHtml,
    ...(waiting.unsubscribeLink === null ? {} : { unsubscribeLink: waiting.unsubscribeLink }),
  });
  await markMailSent(database, waiting.id, clock.now());
}
