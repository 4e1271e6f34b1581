import type { Dependencies } from '../../foundation/dependencies.ts';
import { missedPromiseMail } from '../../identity/emails/promise-mails.ts';
import { queueMail } from '../../identity/emails/queue-mail.ts';
import { readAccount } from '../../identity/own-account.ts';
import { missedTrack } from './promises-store.ts';

/** The job's name in the queue. Its payload is `{ trackId }`. */
export const mailMissedPromiseJob = 'mail-missed-promise';

/**
 * Tells an artist that a promised date was missed, and what was returned. Sent once, even if notices are switched off.
 */
export const mailMissedPromise = (
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  trackId: string,
): Promise<void> =>
  database.transaction(async (tx) => {
    const missed = await missedTrack.one(tx, { trackId });
    if (!missed) return;
    const { email } = await readAccount(tx, missed.artistId);
    await queueMail(
      tx,
      { name: '', address: email },
      missedPromiseMail(config.publicUrl, missed),
      clock.now(),
      { key: `missed-promise:${trackId}` },
    );
  });
