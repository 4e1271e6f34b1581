import type { NoticeKind } from '#contract/identity/settings.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { insertNotice } from '../notices/notices-store.ts';
import { readNoticeRecipient } from '../profile/settings-store.ts';
import type { MailText } from './mail-texts.ts';
import { queueMail } from './queue-mail.ts';
import { unsubscribeLink } from './unsubscribe-rules.ts';

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
