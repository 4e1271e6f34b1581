import { refuse } from '../../foundation/refusals.ts';
import { outcomeOf, outcomes } from './ledger-outcomes.ts';

/** Refuses with the ledger's reason for not accepting an act; any other outcome is a bug of ours. */
export function refuseOutcome(text: string, status: string | null): never {
  const outcome = outcomeOf(outcomes.refusal, text);
  switch (outcome) {
    case 'missing':
      return refuse('not_found');
    case 'own':
      return refuse('own_decision');
    case 'not_admin':
      return refuse('access_denied');
    case 'conflict':
      return refuse('already_decided', { status: status ?? 'decided' });
    case 'below_zero':
      return refuse('below_zero');
    case 'second_needed':
      return refuse('second_admin_needed');
    case 'not_appealed':
      return refuse('not_appealed');
    case 'same_admin':
      return refuse('same_admin');
    case 'spent':
      return refuse('reward_spent');
    case 'key_reused':
      return refuse('key_reused');
  }
}
