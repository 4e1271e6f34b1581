import type { NoticeKind } from '#contract/settings.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readNoticeRecipient } from '../profile/settings-store.ts';
import type { MailText } from './mail-texts.ts';
import { queueMail } from './queue-mail.ts';

export interface Notice {
  readonly userId: string;
  readonly kind: NoticeKind;
  /** Names what happened; the same event never brings a user a second mail. */
  readonly event: string;
  readonly mail: MailText;
}

/** Queues a mail that its user may switch off in Settings: to nobody who has, and once for each event. */
export async function queueNotice(
  tx: Transaction,
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
  { userId, kind, event, mail }: Notice,
): Promise<void> {
  const recipient = await readNoticeRecipient.one(tx, { userId, kind });
  if (!recipient) return;
  const to = { name: recipient.displayName, address: recipient.email };
  await queueMail(tx, to, mail, clock.now(), {
    key: `${kind}:${event}:${userId}`,
    unsubscribeLink: `${config.publicUrl}/app/settings#notifications`,
  });
}
