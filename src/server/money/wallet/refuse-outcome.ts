import { refuse } from '../../foundation/refusals.ts';

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
} as const;

const isReason = (outcome: string): outcome is keyof typeof refusalsByOutcome =>
  Object.hasOwn(refusalsByOutcome, outcome);

/** Refuses with the ledger's reason for not accepting an act; any other outcome is a bug of ours. */
export function refuseOutcome(outcome: string, status: string | null): never {
  if (!isReason(outcome)) throw new Error(`The ledger returned an unknown outcome: ${outcome}`);
  const code = refusalsByOutcome[outcome];
  return code === 'already_decided' ? refuse(code, { status: status ?? 'decided' }) : refuse(code);
}
