import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import { insertNoticeAt } from '../notices/notices-store.ts';
import { normalizeEmail } from './email-rules.ts';
import type { MailText } from './mail-texts.ts';
import { insertMail } from './outbox-store.ts';

/** The job that sends what `queueMail` queued. */
export const sendMailJob = 'send-mail';

/** Set for optional emails. */
interface NoticeMark {
  /** A second email with the same key is not queued. */
  readonly key: string;
  /** Where the recipient can switch such emails off. */
  readonly unsubscribeLink?: string;
}

/**
 * Queues an email and the same notice in the product, inside the business transaction: it is sent if and only if that
 * commits.
 */
export async function queueMail(
  tx: Transaction,
  to: { readonly name: string; readonly address: string },
  mail: MailText,
  now: Date,
  notice?: NoticeMark,
): Promise<void> {
  const queued = await insertMail(tx, {
    recipientName: to.name,
    recipientAddress: to.address,
    subject: mail.subject,
    bodyText: mail.text,
    bodyHtml: mail.html,
    noticeKey: notice?.key ?? null,
    unsubscribeLink: notice?.unsubscribeLink ?? null,
    now,
  });
  if (mail.notice) {
    const content = { ...mail.notice, title: mail.subject, eventKey: notice?.key ?? null };
    const addressNormalized = normalizeEmail(to.address);
    await insertNoticeAt.run(tx, { ...content, address: to.address, addressNormalized, now });
  }
  if (queued) await enqueue(tx, { name: sendMailJob, payload: { mailId: queued.id } });
}
