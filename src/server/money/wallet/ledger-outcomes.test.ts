import { expect, test } from 'vitest';
import { outcomeOf, outcomes, refuseOutcome } from './ledger-outcomes.ts';

test('a known outcome is accepted, an unknown one throws with its name', () => {
  expect(outcomes.payoutDecision.map((one) => outcomeOf(outcomes.payoutDecision, one))).toEqual(
    outcomes.payoutDecision,
  );
  expect(() => outcomeOf(outcomes.approval, 'owed')).toThrow('unknown outcome: owed');
});

test('an outcome that is not a reason for a refusal is an internal error', () => {
  for (const outcome of ['done', 'left_to_people', 'toString'])
    expect(() => refuseOutcome(outcome, null)).toThrow(`unknown outcome: ${outcome}`);
  expect(() => refuseOutcome('halted', null)).toThrow(expect.objectContaining({ code: 'payouts_halted' }));
});

test('an action on something decided fails with that decision', () => {
  const refusalWith = (status: string | null) => () => refuseOutcome('conflict', status);
  expect(refusalWith('rejected')).toThrow(expect.objectContaining({ details: { status: 'rejected' } }));
  expect(refusalWith(null)).toThrow(expect.objectContaining({ details: { status: 'decided' } }));
});
