import type { NoticeKind } from '#contract/identity/settings.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readNoticeRecipient } from '../profiles-store.ts';
import type { MailText } from './compose-mail.ts';
import { normalizeEmail } from './email-rules.ts';
import { insertNotice, insertNoticeAt } from './notices-store.ts';
import { insertMail } from './outbox-store.ts';
import { unsubscribeLink } from './unsubscribe-rules.ts';

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

export interface Notice {
  readonly userId: string;
  readonly kind: NoticeKind;
  /** A key for the event. A user is notified of each event once. */
  readonly event: string;
  readonly mail: MailText;
}

/** Notifies a user in the product, and by email unless it is switched off in Settings; once for each event. */
export async function queueNotice(
  tx: Transaction,
  { config, clock, keys }: Pick<Dependencies, 'config' | 'clock' | 'keys'>,
  { userId, kind, event, mail }: Notice,
): Promise<void> {
  const key = `${kind}:${event}:${userId}`;
  const now = clock.now();
  if (mail.notice) {
    await insertNotice.run(tx, { ...mail.notice, userId, title: mail.subject, eventKey: key, now });
  }
  const recipient = await readNoticeRecipient.one(tx, { userId, kind });
  if (!recipient) return;
  const to = { name: recipient.displayName, address: recipient.email };
  await queueMail(tx, to, mail, now, {
    key,
    unsubscribeLink: unsubscribeLink(config.publicUrl, keys.unsubscribeLinks, { userId, kind }),
  });
}
