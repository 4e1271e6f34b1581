import { MailRefused } from '../../adapters/mail/mail-transport.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import { lockUserIfThere } from '../users-store.ts';
import { maskAddress } from './email-rules.ts';
import {
  findWaitingMail,
  liftRefusal,
  markMailCameBack,
  markMailRefused,
  markMailSent,
} from './outbox-store.ts';

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

export interface ReturnedEmail {
  readonly mailId: string;
  /** Lowercase addresses that permanently rejected the email. */
  readonly refused: readonly string[];
}

/**
 * Records a bounce as if the mail server had rejected the email at once: notices to the address stop until an admin
 * lifts it or a later email is delivered. Returns whether the email exists; a report about another address, such as a
 * forwarding target, changes nothing.
 */
export const takeBackEmail = (
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { mailId, refused }: ReturnedEmail,
): Promise<boolean> => markMailCameBack(database, mailId, refused, clock.now());

/**
 * Resumes sending notices to an account's address after an email was permanently rejected. The rejected email itself is
 * not resent: its text is deleted.
 * @throws Refusal not_found
 */
export function allowEmails(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  userId: string,
): Promise<void> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    if (!(await lockUserIfThere(tx, userId))) refuse('not_found');
    if ((await liftRefusal.run(tx, { userId, now })) === 0) return;
    await recordAdminAct(tx, { event: 'emails_allowed', userId, actorId }, now);
  });
}
