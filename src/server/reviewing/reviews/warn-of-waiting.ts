import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { mailAdmins } from '../../identity/emails/mail-admins.ts';
import { reviewsWaitingMail } from '../../identity/emails/mail-texts.ts';

/** Emails the admins once a day if doubtful reviews wait and are no longer approved automatically. */
export async function warnOfWaiting(
  tx: Transaction,
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
): Promise<void> {
  const now = clock.now();
  const mail = reviewsWaitingMail(config.publicUrl);
  await mailAdmins(tx, mail, now, `reviews_waiting:${now.toISOString().slice(0, 10)}`);
}
