/** What the ledger's functions return, by what they were asked to do. */
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
  /** Everything that `refuseOutcome` has a refusal for. */
  refusal: [
    'missing',
    'own',
    'not_admin',
    'conflict',
    'below_zero',
    'second_needed',
    'not_appealed',
    'same_admin',
    'spent',
    'key_reused',
  ],
} as const;

type Outcomes = typeof outcomes;
export type LedgerOutcome<Act extends keyof Outcomes> = Outcomes[Act][number];

/** The outcome of this act that the text names. Throws for any other: code and database differ. */
export function outcomeOf<const Outcome extends string>(known: readonly Outcome[], text: string): Outcome {
  const outcome = known.find((one) => one === text);
  if (outcome === undefined) throw new Error(`The ledger returned an unknown outcome: ${text}`);
  return outcome;
}
