import type { Entry } from '#contract/money/books/books.ts';
import type { EntryKind } from '#contract/money/wallet/wallet.ts';

/** The kinds of ledger entries, with the names that admins read. */
export const entryTexts: Readonly<Record<EntryKind, string>> = {
  reward: 'Reward',
  reward_reversal: 'Reward reversed',
  payout_request: 'Payout requested',
  payout_completion: 'Payout approved',
  payout_rejection: 'Payout rejected',
  payout_cancellation: 'Payout request canceled',
  payout_return: 'Payout did not arrive',
  payout_cost: 'Cost of a payout',
  correction: 'Correction',
  test_grant: 'Test funds',
};

/** Who makes entries of a kind without an admin. */
const makers: Partial<Record<EntryKind, string>> = {
  reward: 'the approval rules',
  payout_completion: 'the payout rules',
  payout_return: 'the payment service',
  payout_cost: 'the payment service',
};

/** `by Ada`, or the part of the platform that made an entry; null if it has no name. */
export function makerText({ kind, actorName }: Pick<Entry, 'kind' | 'actorName'>): string | null {
  const maker = actorName ?? makers[kind];
  return maker === undefined ? null : `by ${maker}`;
}
