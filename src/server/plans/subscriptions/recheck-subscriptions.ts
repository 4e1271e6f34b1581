import type { Dependencies } from '../../dependencies.ts';
import type { Report } from '../../foundation/operator-messages.ts';
import { dueStrays, postponeStray } from './billing-store.ts';
import { askForRefunds } from './refund-plan.ts';
import { usersOfRefundsUnderWay } from './refund-store.ts';
import { later } from './subscription-rules.ts';
import { dueSubscriptions, markUnread, postponeCheck } from './subscriptions-store.ts';
import { readSubscriptionAgain } from './sync-subscription.ts';

/** Subscriptions per run. The next run continues with those that have waited longest. */
const mostOfRun = 200;
/** After this many failures in a row the provider is considered unreachable; more requests would only time out. */
const mostFailures = 5;

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock' | 'keys' | 'config'>;

/**
 * Reads due subscriptions again: a renewal without a notice, paused, unpaid, or with an unknown price. A failed one is
 * reported to the operator and retried an hour later, without blocking the others. Then it repeats requests for refunds
 * without a response, even if too many reads failed.
 */
export async function recheckSubscriptions(deps: Needs, report: Report): Promise<void> {
  const { database, clock } = deps;
  const now = clock.now();
  const due = await dueSubscriptions.all(database, { now, most: mostOfRun });
  const strays = await dueStrays.all(database, { now, most: mostOfRun });
  let failures = 0;
  for (const id of new Set([...due, ...strays].map(({ id }) => id))) {
    const nextCheckAt = later(clock.now());
    await postponeCheck.run(database, { subscriptionId: id, nextCheckAt });
    await postponeStray.run(database, { subscriptionId: id, nextCheckAt });
    try {
      await readSubscriptionAgain(deps, id, { report });
      failures = 0;
    } catch (error) {
      failures += 1;
      report(`The subscription ${id} could not be read again: ${messageOf(error)}`);
      await markUnread.run(database, { subscriptionId: id, problem: 'unreadable' });
      if (failures === mostFailures) {
        report('The recheck of subscriptions stopped after repeated failures. It continues in an hour.');
        break;
      }
    }
  }
  await askAgainForRefunds(deps, report);
}

/** A refund's own job gives up after some days; this never does. One failure does not block the others. */
async function askAgainForRefunds(deps: Needs, report: Report): Promise<void> {
  for (const { userId } of await usersOfRefundsUnderWay.all(deps.database, { most: mostOfRun })) {
    await askForRefunds(deps, userId, report).catch((error: unknown) =>
      report(`The refund of ${userId} could not be requested again: ${messageOf(error)}`),
    );
  }
}

/** Includes the provider's own message, which is in the cause. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
}
