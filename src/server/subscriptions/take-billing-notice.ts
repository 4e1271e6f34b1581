import type { IncomingHttpHeaders } from 'node:http';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import { takeNotice } from './subscriptions-store.ts';
import { readSubscriptionAgain, syncSubscriptionJob } from './sync-subscription.ts';

/**
 * Takes a notice of the billing provider, once: what it is about is read again at the provider, now and, should that
 * fail, by a job until it works. Answers whether the signature was good.
 */
export async function takeBillingNotice(
  deps: Dependencies,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  const notice = await deps.billing.readNotice(body, headers);
  if (!notice) return false;
  const { id, subscriptionId } = notice;
  const isNew = await deps.database.transaction(async (tx) => {
    const taken = await takeNotice.run(tx, { id, now: deps.clock.now() });
    if (taken === 0 || subscriptionId === null) return false;
    await enqueue(tx, {
      name: syncSubscriptionJob,
      payload: { subscriptionId },
      key: `sync-subscription:${subscriptionId}`,
    });
    return true;
  });
  // The user is waiting for it; the job does the same again, and stands in when this fails.
  if (isNew && subscriptionId) await readSubscriptionAgain(deps, subscriptionId).catch(() => undefined);
  return true;
}
