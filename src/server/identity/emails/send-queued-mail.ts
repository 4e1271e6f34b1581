import { MailRefused } from '../../adapters/mail/mail-transport.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { maskAddress } from './mask-address.ts';
import { findWaitingMail, markMailRefused, markMailSent } from './outbox-store.ts';

interface MailLog {
  warn(message: string): void;
}

/**
 * The job behind `queueMail`. Throws if the mail server did not accept the email, so that the job is retried; after a
 * crash the email may go out twice, under the same Message-ID. A permanently rejected one is not retried, which would
 * harm the sender's reputation.
 */
export async function sendQueuedMail(
  { database, mail, clock }: Pick<Dependencies, 'database' | 'mail' | 'clock'>,
  mailId: string,
  log: MailLog,
): Promise<void> {
  const waiting = await findWaitingMail(database, mailId);
  if (!waiting) return;
  try {
    await mail.send({
      id: waiting.id,
      to: { name: waiting.recipientName, address: waiting.recipientAddress },
      subject: waiting.subject,
      text: waiting.bodyText,
      html: waiting.bodyHtml,
      ...(waiting.unsubscribeLink === null ? {} : { unsubscribeLink: waiting.unsubscribeLink }),
    });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await markMailRefused(database, waiting.id, clock.now());
    log.warn(
      `email ${waiting.id} was rejected permanently: ${masked(error.message, waiting.recipientAddress)}`,
    );
    return;
  }
  await markMailSent(database, waiting.id, clock.now());
}

/** One line, with the address masked: an operator only needs the domain. */
function masked(reason: string, address: string): string {
  const mask = maskAddress(address);
  const line = reason.replaceAll(/\s+/g, ' ').slice(0, 300);
  return `${line.replaceAll(new RegExp(RegExp.escape(address), 'gi'), mask)} (to ${mask})`;
}
