import { expect, test } from 'vitest';
import { rejectionLabel, rejectionReasonCodes, rejectionReasons, takenBack } from './rejection-reasons.ts';

test('every published reason has its own label', () => {
  const labels = rejectionReasonCodes.map((code) => rejectionLabel(code));
  expect(labels).toEqual(Object.values(rejectionReasons));
  expect(new Set(labels).size).toBe(labels.length);
});

test('a reason that is not published has no label', () => {
  expect(rejectionLabel(null)).toBeNull();
  expect(rejectionLabel('nonsense')).toBeNull();
  expect(rejectionLabel(takenBack)).toBeNull();
});

test('an approval that was undone is stored as taken_back', () => {
  expect(takenBack).toBe('taken_back');
});
