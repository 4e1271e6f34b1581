import type { Dependencies } from '../../foundation/dependencies.ts';
import { missedDateMail } from '../../identity/emails/plan-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { readAccount } from '../../identity/own-account.ts';
import { missedDate } from './dates-store.ts';

/** The job's name in the queue. Its payload is `{ assignmentId }`. */
export const mailMissedDateJob = 'mail-missed-date';

/** Tells an artist that a promised date was missed, and what that brought. Sent once, even if notices are switched off. */
export const mailMissedDate = (
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  assignmentId: string,
): Promise<void> =>
  database.transaction(async (tx) => {
    const missed = await missedDate.one(tx, { assignmentId });
    if (!missed) return;
    const { email } = await readAccount(tx, missed.artistId);
    const mail = missedDateMail(config.publicUrl, missed);
    await queueMail(tx, { name: '', address: email }, mail, clock.now(), {
      key: `missed-date:${assignmentId}`,
    });
  });
