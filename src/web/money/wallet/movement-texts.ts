import { csvOf } from '#contract/csv.ts';
import type { EntryKind, Movement } from '#contract/money/wallet/wallet.ts';

const texts: Readonly<Record<EntryKind, string>> = {
  reward: 'Review approved',
  reward_reversal: 'Review reversed',
  payout_request: 'Payout requested',
  payout_completion: 'Payout approved',
  payout_rejection: 'Payout rejected, money returned',
  payout_cancellation: 'Payout request canceled',
  payout_withheld: 'Payout withheld, money under review',
  withheld_return: 'Review over, money back',
  payout_return: 'Payout did not arrive, money returned',
  payout_cost: 'Cost of a payout',
  correction: 'Correction',
  test_grant: 'Test funds',
};

/** A movement in words, for example 'Review approved: Night Bus'. */
export const movementText = ({ kind, trackTitle }: Pick<Movement, 'kind' | 'trackTitle'>): string =>
  trackTitle === null ? texts[kind] : `${texts[kind]}: ${trackTitle}`;

/** The statement as CSV with a header row, amounts in dollars. */
export const statementCsv = (movements: readonly Movement[]): string =>
  csvOf([
    ['date', 'entry', 'what', 'reason', 'available', 'pending', 'owed', 'available after'],
    ...movements.map((movement) => [
      movement.createdAt,
      String(movement.id),
      movementText(movement),
      movement.reason ?? '',
      { cents: movement.availableCents },
      { cents: movement.pendingCents },
      { cents: movement.owedCents },
      { cents: movement.balanceCents },
    ]),
  ]);
