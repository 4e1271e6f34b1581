import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { PayoutReading, WithheldPayout } from '#contract/operation/admin/admin-readings.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { appealUntil } from '../../money/wallet/withhold-payout.ts';
import { ownAmong, refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { toReadReview } from './list-readings.ts';
import {
  listenerOfPayout,
  lockPayoutReading,
  readFigures,
  readOfPayout,
  readSomeOfPayout,
  withheldPayouts,
} from './readings-store.ts';

const foundDays = 90;

/**
 * Opens three reviews that a payout pays and records that the admin read them.
 * @throws Refusal not_found, own_decision
 */
export function readPayout(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  adminId: string,
  payoutId: string,
): Promise<PayoutReading> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const payout = (await listenerOfPayout.one(tx, { payoutId })) ?? refuse('not_found');
    await refuseOwn(tx, adminId, [payout.listenerId]);
    await lockPayoutReading.run(tx, { payoutId });
    await readSomeOfPayout.run(tx, { payoutId, readBy: adminId, now });
    const reviews = await readOfPayout.all(tx, { payoutId, readBy: adminId });
    const foundSince = new Date(now.getTime() - foundDays * dayMilliseconds);
    return { reviews: reviews.map(toReadReview), ...(await readFigures.only(tx, { payoutId, foundSince })) };
  });
}

const mostWithheld = 50;

/** Payouts whose money is under review. */
export async function listWithheldPayouts(
  { database }: Pick<Dependencies, 'database'>,
  callerId: string,
): Promise<{ items: WithheldPayout[] }> {
  const rows = await withheldPayouts.all(database, { most: mostWithheld });
  const own = await ownAmong(
    database,
    callerId,
    rows.map(({ listenerId }) => listenerId),
  );
  const items = rows.map((row) => ({
    ...row,
    withheldAt: row.withheldAt.toISOString(),
    appealUntil: appealUntil(row.withheldAt).toISOString(),
    isOwn: own.has(row.listenerId),
  }));
  return { items };
}
