import type { PushMessage } from '#contract/identity/push-rules.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sendPush } from '../../identity/push-subscriptions.ts';
import { isStillTold } from './empty-queue-store.ts';

/** The job that tells one browser of a listener that a track waits. */
export const pushWaitingTrackJob = 'push-waiting-track';

/** An open page takes the track within these seconds, and then there is nothing to tell. */
const pageSeconds = 20;
/** Old news is not sent: someone else has the track by then. */
const freshSeconds = 600;

/** Names no track, because it may be blind. */
const message: PushMessage = {
  title: 'A track is waiting for you',
  body: 'Someone else may be quicker.',
  path: '/app/review',
};

export async function queuePush(
  tx: Transaction,
  { listenerId, sessionIds }: { readonly listenerId: string; readonly sessionIds: readonly string[] },
  now: Date,
): Promise<void> {
  const runAt = new Date(now.getTime() + pageSeconds * 1000);
  for (const sessionId of sessionIds) {
    const payload = { listenerId, sessionId, toldAt: now.toISOString() };
    // In one queue, so that a push service that hangs never occupies both workers of a server.
    await enqueue(tx, { name: pushWaitingTrackJob, payload, runAt, queue: pushWaitingTrackJob });
  }
}

/** Tells one browser, unless the listener has come meanwhile. Rejects to be tried again if its service is busy. */
export async function pushWaitingTrack(
  deps: Pick<Dependencies, 'database' | 'clock' | 'keys' | 'push'>,
  { listenerId, sessionId, toldAt }: { listenerId: string; sessionId: string; toldAt: Date },
): Promise<void> {
  const seconds = freshSeconds - Math.floor((deps.clock.now().getTime() - toldAt.getTime()) / 1000);
  const { isTold } = await isStillTold.only(deps.database, { listenerId, toldAt });
  if (isTold && seconds > 0) await sendPush(deps, sessionId, message, seconds);
}
