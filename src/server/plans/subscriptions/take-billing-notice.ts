import type { IncomingHttpHeaders } from 'node:http';
import { enqueue, type Job } from '../../adapters/jobs/job-queue.ts';
import type { Notice } from '../../adapters/payments/billing.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Report } from '../../foundation/operator-messages.ts';
import { messageOf } from './recheck-subscriptions.ts';
import { takeNotice } from './subscriptions-store.ts';
import { readPaymentAgain, syncChargeJob } from './sync-payment.ts';
import { readSubscriptionAgain, syncSubscriptionJob } from './sync-subscription.ts';

/**
 * Processes a notice of the billing provider once: reads what it is about at the provider, now and, if that fails, in a
 * job until it succeeds. Returns whether the signature was valid and the body a notice.
 */
export async function takeBillingNotice(
  deps: Dependencies,
  body: Buffer,
  headers: IncomingHttpHeaders,
  report: Report,
): Promise<boolean> {
  const notice = await deps.billing.readNotice(body, headers);
  if (!notice) {
    report('A billing notice was rejected: it has an invalid signature or is not a notice.');
    return false;
  }
  const { id, kind } = notice;
  if (notice.ignored) report(`The billing notice ${id} (${kind}) was ignored: ${notice.ignored}.`);
  const job = jobFor(notice);
  const isNew = await deps.database.transaction(async (tx) => {
    const taken = await takeNotice.run(tx, { id, kind, now: deps.clock.now() });
    if (taken === 0) return false;
    if (job) await enqueue(tx, job);
    return true;
  });
  // The user is waiting for it. The job repeats it, in case this fails.
  if (isNew) {
    await readAgain(deps, notice, report).catch((error: unknown) =>
      report(`The billing notice ${id} (${kind}) is left to a job that retries it: ${messageOf(error)}`),
    );
  }
  return true;
}

function jobFor({ kind, subscriptionId, paymentId }: Notice): Job | undefined {
  if (subscriptionId) {
    const payload = { subscriptionId, notice: kind };
    return { name: syncSubscriptionJob, payload, key: `${syncSubscriptionJob}:${subscriptionId}` };
  }
  if (!paymentId) return undefined;
  return {
    name: syncChargeJob,
    payload: { chargeId: paymentId, notice: kind },
    key: `${syncChargeJob}:${paymentId}`,
  };
}

async function readAgain(
  deps: Dependencies,
  { kind: notice, subscriptionId, paymentId }: Notice,
  report: Report,
): Promise<void> {
  if (subscriptionId) await readSubscriptionAgain(deps, subscriptionId, { report, notice });
  else if (paymentId) await readPaymentAgain(deps, paymentId, { report, notice });
}
