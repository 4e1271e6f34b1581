import { newTrackMail } from '../accounts/mail-texts.ts';
import { queueMail } from '../accounts/queue-mail.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import { trackUploadedJob } from '../tracks/create-track.ts';
import { readFollowers, readUploadedTrack } from './artists-store.ts';

const atOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Queues a mail about a new track for the artist's followers, some at a time; the mails and the job for the next ones
 * are one transaction, so that nobody gets two and nobody is left out.
 */
export function notifyFollowers(
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  { trackId, after = beforeAll }: { readonly trackId: string; readonly after?: string | undefined },
): Promise<void> {
  return database.transaction(async (tx) => {
    const track = await readUploadedTrack.one(tx, { trackId });
    if (!track) return;
    const mail = newTrackMail(config.publicUrl, track);
    const followers = await readFollowers.all(tx, { artistId: track.artistId, after, most: atOnce });
    for (const { email, displayName } of followers) {
      await queueMail(tx, { name: displayName, address: email }, mail, clock.now());
    }
    const last = followers.at(-1);
    if (last && followers.length === atOnce) {
      await enqueue(tx, { name: trackUploadedJob, payload: { trackId, after: last.id } });
    }
  });
}
