import { expect, test } from 'vitest';
import {
  mendableUntil,
  reasonText,
  rejectionLabel,
  rejectionReasonCodes,
  rejectionReasons,
  storedReasonCodes,
  takenBack,
} from './rejection-reasons.ts';

test('every published reason has its own label', () => {
  const labels = rejectionReasonCodes.map((code) => rejectionLabel(code));
  expect(labels).toEqual(Object.values(rejectionReasons));
  expect(new Set(labels).size).toBe(labels.length);
});

test('an unpublished reason has no label', () => {
  expect(rejectionLabel(null)).toBeNull();
  expect(rejectionLabel('nonsense')).toBeNull();
  expect(rejectionLabel(takenBack)).toBeNull();
});

test('every stored reason has a text, and a sentence stays as it is', () => {
  for (const code of storedReasonCodes) expect(reasonText(code)).toMatch(/^[A-Z].* /);
  expect(reasonText('Please write to us.')).toBe('Please write to us.');
});

test('an undone approval is stored as taken_back', () => {
  expect(takenBack).toBe('taken_back');
});

test('an appeal can include a new text for 48 hours, if a new text can help', () => {
  const rejectedAt = new Date('2030-05-15T12:00:00Z');
  const until = new Date('2030-05-17T12:00:00Z');
  for (const reason of ['not_about_track', 'too_little', 'abusive'])
    expect(mendableUntil(reason, rejectedAt)).toEqual(until);
  for (const reason of ['copied', 'generated', 'connected', 'connected_accounts', takenBack, null])
    expect(mendableUntil(reason, rejectedAt)).toBeNull();
});
