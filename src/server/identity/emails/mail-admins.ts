import type { Transaction } from '../../adapters/database/database.ts';
import { admins } from '../roles-store.ts';
import type { MailText } from './mail-texts.ts';
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
