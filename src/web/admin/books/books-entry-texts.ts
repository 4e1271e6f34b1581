import type { EntryKind } from '#contract/wallet/wallet.ts';

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
