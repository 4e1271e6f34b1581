import type { PayoutDoubt } from '#contract/money/wallet/payout-doubts.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { hasRelation } from '../../trust/linked-accounts/linked-accounts.ts';
import { standingOf } from '../../trust/standing/standing-of.ts';
import { approvePayout } from './approve-payout.ts';
import { payoutFacts, payoutsToLookAt, storeDoubts } from './payout-rule-store.ts';
import { doubtsOf, provenAfter } from './payout-rules.ts';

/** The job's name in the queue. */
export const approveByRuleJob = 'approve-payouts-by-rule';

/** Payouts checked per run; the job runs every minute. */
const atOnce = 200;
/** Doubts may resolve by themselves: a hold ends, a listener becomes Known. */
const lookAgainAfter = 10 * 60 * 1000;

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/**
 * Approves pending payouts without doubts, and stores the doubts about the others. Off by default. An admin may decide
 * first, and can undo each approval for ten seconds. A failure does not block the others.
 */
export async function approveByRule(deps: Needs): Promise<void> {
  if (deps.config.payouts.ruleBelowCents === 0) return;
  const before = new Date(deps.clock.now().getTime() - lookAgainAfter);
  const payouts = await payoutsToLookAt.all(deps.database, { before, most: atOnce });
  await eachCatching(payouts, ({ payoutId }) => lookAt(deps, payoutId), 'Some payouts could not be checked.');
}

const lookAt = ({ database, clock, config }: Needs, payoutId: string): Promise<void> =>
  database.transaction(async (tx) => {
    const now = clock.now();
    const provenBefore = new Date(now.getTime() - provenAfter);
    const row = await payoutFacts.one(tx, { payoutId, provenBefore, now });
    if (!row) return;
    const { listenerId, ...facts } = row;
    const standing = await standingOf(tx, { config }, listenerId);
    const isRelated = await hasRelation(tx, listenerId);
    const found = doubtsOf({ ...facts, standing, isRelated }, config.payouts.ruleBelowCents, now);
    const store = (doubts: readonly PayoutDoubt[]) =>
      storeDoubts.run(tx, { payoutId, doubts: [...doubts], now });
    if (found.length > 0) return void (await store(found));
    // The ledger checks again whatever could send money to the wrong person.
    const { outcome } = await approvePayout(tx, { payoutId, approvedBy: null }, now);
    if (outcome === 'done') await store([]);
    if (outcome === 'owed') await store(['owed']);
  });
