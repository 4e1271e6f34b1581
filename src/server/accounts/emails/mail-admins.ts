import type { Transaction } from '../../adapters/database/database.ts';
import { admins } from '../roles-store.ts';
import type { MailText } from './mail-texts.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Queues a mail to every admin.
 * @param once names what happened, where each admin is told of it only once
 */
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
