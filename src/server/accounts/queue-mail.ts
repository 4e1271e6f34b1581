import type { Transaction } from '../adapters/database/database.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { MailText } from './mail-texts.ts';
import { insertMail } from './outbox-store.ts';

/** The name of the job that sends what `queueMail` queued. */
export const sendMailJob = 'send-mail';

/** Queues a mail inside the business transaction: it is sent if and only if that transaction commits. */
export async function queueMail(
  tx: Transaction,
  to: { readonly name: string; readonly address: string },
  mail: MailText,
  now: Date,
): Promise<void> {
  const { id } = await insertMail(tx, {
    recipientName: to.name,
    recipientAddress: to.address,
    subject: mail.subject,
    bodyText: mail.text,
    bodyHtml: mail.html,
    now,
  });
  await enqueue(tx, { name: sendMailJob, payload: { mailId: id } });
}
