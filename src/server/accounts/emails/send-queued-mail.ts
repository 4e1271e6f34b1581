import { MailRefused } from '../../adapters/mail/mail-transport.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findWaitingMail, markMailRefused, markMailSent } from './outbox-store.ts';

interface MailLog {
  warn(message: string): void;
}

/**
 * The job behind `queueMail`. Throws when the mail was not taken, so that the job queue tries again later; a mail whose
 * sending was cut off before it was marked goes out again under the same Message-ID. One that was refused for good is given
 * up at once: trying again would only harm the sender's name.
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
    log.warn(`email ${waiting.id} was refused for good: ${masked(error.message, waiting.recipientAddress)}`);
    return;
  }
  await markMailSent(database, waiting.id, clock.now());
}

/** One line, and the address as k***@example.org: the domain is what an operator has to know. */
function masked(reason: string, address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const mask = `${address.slice(0, 1)}***@${domain}`;
  const line = reason.replaceAll(/\s+/g, ' ').slice(0, 300);
  return `${line.replaceAll(new RegExp(RegExp.escape(address), 'gi'), mask)} (to ${mask})`;
}
