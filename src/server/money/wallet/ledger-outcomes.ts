/** The outcomes of the ledger's functions, by kind of act. */
export const outcomes = {
  review: [
    'done',
    'already',
    'conflict',
    'missing',
    'own',
    'not_admin',
    'not_appealed',
    'same_admin',
    'spent',
  ],
  approval: ['done', 'already', 'conflict', 'missing', 'own', 'not_admin'],
  payoutRequest: ['done', 'already', 'below_minimum', 'suspended', 'not_listener'],
  payoutDecision: [
    'done',
    'already',
    'awaits_second',
    'conflict',
    'missing',
    'own',
    'owed',
    'test_account',
    'halted',
    'left_to_people',
    'destination_changed',
    'not_admin',
  ],
  cancellation: ['done', 'already', 'missing', 'conflict'],
} as const;

type Outcomes = typeof outcomes;
export type LedgerOutcome<Act extends keyof Outcomes> = Outcomes[Act][number];

/** Parses an outcome. Throws if it is unknown, which means that code and database differ. */
export function outcomeOf<const Outcome extends string>(known: readonly Outcome[], text: string): Outcome {
  const outcome = known.find((one) => one === text);
  if (outcome === undefined) throw new Error(`The ledger returned an unknown outcome: ${text}`);
  return outcome;
}
