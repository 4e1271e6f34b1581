import { product } from '#contract/product.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { admins } from '../users-store.ts';
import { composeMail, type MailText } from './compose-mail.ts';
import { queueMail } from './queue-mail.ts';

/** Queues an email to every admin. @param once a key for the event, if each admin should be told only once */
export async function mailAdmins(tx: Transaction, mail: MailText, now: Date, once?: string): Promise<void> {
  for (const admin of await admins.all(tx, {})) {
    await queueMail(
      tx,
      admin,
      mail,
      now,
      once === undefined ? undefined : { key: `${once}:${admin.address}` },
    );
  }
}

/** Tells an admin that the audit found something and payouts are halted. */
export const booksAlarmMail = (
  publicUrl: string,
  findings: readonly { readonly rule: string; readonly subject: string; readonly detail: string }[],
): MailText =>
  composeMail({
    subject: `The audit of ${product.name} found a problem: payouts are halted`,
    paragraphs: [
      'No payout can be completed until an admin lifts the halt. The audit found:',
      ...findings.slice(0, 10).map(({ rule, subject, detail }) => `${rule}, ${subject}: ${detail}`),
    ],
    action: { label: 'Open Books', link: `${publicUrl}/app/admin` },
    closing: ['You get this email because you are an admin.'],
  });

/** Tells an admin that so many reviews wait that New listeners' doubtful ones are no longer approved unread. */
export const reviewsWaitingMail = (publicUrl: string): MailText =>
  composeMail({
    subject: 'Doubtful reviews need your decision',
    paragraphs: [
      'Too many doubtful reviews are waiting: from New listeners, from a single listener or from a cluster of accounts. If you don’t decide them, the rules approve them 30 days after they were sent.',
    ],
    action: { label: 'Open the reviews', link: `${publicUrl}/app/admin` },
    closing: ['You get this email because you are an admin, at most once a day.'],
  });
