import { expect, test } from 'vitest';
import { outcomeOf, outcomes } from './ledger-outcomes.ts';
import { refuseOutcome } from './refuse-outcome.ts';

test('a known outcome is accepted, an unknown one throws with its name', () => {
  expect(outcomes.payoutDecision.map((one) => outcomeOf(outcomes.payoutDecision, one))).toEqual(
    outcomes.payoutDecision,
  );
  expect(() => outcomeOf(outcomes.approval, 'owed')).toThrow('unknown outcome: owed');
});

test('every rejected outcome of the ledger is an API error, and others are internal errors', () => {
  const codes = outcomes.refusal.map((outcome) => {
    try {
      return refuseOutcome(outcome, 'completed');
    } catch (refusal) {
      return refusal;
    }
  });
  expect(codes).toMatchObject(
    [
      'not_found',
      'own_decision',
      'access_denied',
      'already_decided',
      'below_zero',
      'second_admin_needed',
      'not_appealed',
      'same_admin',
      'reward_spent',
      'key_reused',
    ].map((code) => ({ code })),
  );
  expect(() => refuseOutcome('done', null)).toThrow('unknown outcome: done');
});

test('an action on something decided fails with that decision', () => {
  const refusalWith = (status: string | null) => () => refuseOutcome('conflict', status);
  expect(refusalWith('rejected')).toThrow(expect.objectContaining({ details: { status: 'rejected' } }));
  expect(refusalWith(null)).toThrow(expect.objectContaining({ details: { status: 'decided' } }));
});
