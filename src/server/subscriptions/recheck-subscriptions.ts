import type { Dependencies } from '../dependencies.ts';
import { dueStrays, postponeStray } from './billing-strays-store.ts';
import { askForRefunds } from './refund-plan.ts';
import { usersOfRefundsUnderWay } from './refund-store.ts';
import { later } from './subscription-rules.ts';
import { dueSubscriptions, markUnread, postponeCheck } from './subscriptions-store.ts';
import { type Report, readSubscriptionAgain } from './sync-subscription.ts';

/** A run ends after so many, and the next one goes on with those that have waited the longest. */
const mostOfRun = 200;
/** After so many failures in a row the provider is away, and asking on would only take its timeouts. */
const mostFailures = 5;

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock' | 'keys' | 'config'>;

/**
 * Reads again whatever is due: a renewal of which no notice came, a pause, an unpaid one, an unknown price. One that cannot
 * be read is told to the operator and tried again an hour later; those behind it are read.
 * Then it asks again for the refunds that the provider has not answered, also where too many could not be read.
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
        report('The recheck of subscriptions stops here, and goes on in an hour.');
        break;
      }
    }
  }
  await askAgainForRefunds(deps, report);
}

/** The job of a refund gives up after some days; this never does. One that fails holds no other up. */
async function askAgainForRefunds(deps: Needs, report: Report): Promise<void> {
  for (const { userId } of await usersOfRefundsUnderWay.all(deps.database, { most: mostOfRun })) {
    await askForRefunds(deps, userId, report).catch((error: unknown) =>
      report(`The refund of ${userId} could not be asked for again: ${messageOf(error)}`),
    );
  }
}

/** The provider's own words stand in the cause. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
}
