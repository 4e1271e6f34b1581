import { refuse } from '../../foundation/refusals.ts';

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
  payoutRequest: ['done', 'already', 'below_minimum', 'under_review', 'suspended', 'not_listener'],
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
    'unread',
    'under_review',
    'not_admin',
  ],
  withheld: ['done', 'already', 'conflict', 'missing', 'own', 'not_admin', 'appeal_open', 'same_admin'],
  withheldAppeal: ['done', 'missing', 'conflict'],
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

/** The refusal for each reason of the ledger not to accept an act. */
export const refusalsByOutcome = {
  missing: 'not_found',
  own: 'own_decision',
  not_admin: 'access_denied',
  conflict: 'already_decided',
  below_zero: 'below_zero',
  second_needed: 'second_admin_needed',
  not_appealed: 'not_appealed',
  same_admin: 'same_admin',
  spent: 'reward_spent',
  key_reused: 'key_reused',
  owed: 'money_owed',
  test_account: 'test_account',
  halted: 'payouts_halted',
  unread: 'payout_unread',
  under_review: 'balance_under_review',
  appeal_open: 'appeal_open',
} as const;

const isReason = (outcome: string): outcome is keyof typeof refusalsByOutcome =>
  Object.hasOwn(refusalsByOutcome, outcome);

/** Refuses with the ledger's reason for not accepting an act; any other outcome is a bug of ours. */
export function refuseOutcome(outcome: string, status: string | null): never {
  if (!isReason(outcome)) throw new Error(`The ledger returned an unknown outcome: ${outcome}`);
  const code = refusalsByOutcome[outcome];
  return code === 'already_decided' ? refuse(code, { status: status ?? 'decided' }) : refuse(code);
}
