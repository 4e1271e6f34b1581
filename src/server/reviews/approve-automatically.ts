import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { approveReview } from '../wallet/approve-review.ts';
import { queueDecisionNotice } from './decision-notice.ts';
import { rewardsOfToday } from './judging-store.ts';
import { recountListener } from './recount-listener.ts';
import { longestWait } from './review-wait-rules.ts';

type Needs = Pick<Dependencies, 'config' | 'clock'>;

/**
 * Whether today's budget of rewards has no room for this one. Approvals at the same moment may pass it by a few rewards: it
 * slows payment down and takes nothing from anybody. After 30 days a review no longer waits for it.
 */
export async function isBudgetSpent(
  tx: Transaction,
  { config, clock }: Needs,
  { createdAt, rewardCents }: { readonly createdAt: Date; readonly rewardCents: number },
): Promise<boolean> {
  if (config.rewardsADayCents === 0) return false;
  if (clock.now().getTime() - createdAt.getTime() >= longestWait) return false;
  return (await rewardsOfToday.only(tx, {})).paid + rewardCents > config.rewardsADayCents;
}

/** Approves a pending review without a person, pays it and tells its listener; one that was decided stays as it is. */
export async function approveAutomatically(
  tx: Transaction,
  deps: Needs,
  { id, listenerId }: { readonly id: string; readonly listenerId: string },
): Promise<void> {
  if ((await approveReview(tx, { reviewId: id, decidedBy: null })) !== 'done') return;
  await recountListener(tx, deps, listenerId);
  await queueDecisionNotice(tx, id, deps.clock.now());
}
