import { csvOf } from '#contract/csv.ts';
import type { Movement } from '#contract/money/wallet/wallet.ts';
import { movementText } from './movement-texts.ts';

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
