import { expect, test } from 'vitest';
import type { Comparison } from '#contract/reviewing/listening/listening.ts';
import { missingText, revealText } from './comparison-texts.ts';

const side = {
  id: '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11',
  playbackLink: { url: '/api/audio/x.y', expiresAt: '2026-01-01T00:00:00.000Z' },
  durationSeconds: 120,
  level: 1,
  secondsToHear: 30,
};
const comparison: Comparison = {
  a: side,
  b: side,
  version: 3,
  formerVersion: 2,
  choice: null,
  newSide: null,
};

test('the text shows what is missing from each side until both are heard', () => {
  expect(missingText(comparison, { a: 0, b: 0 })).toBe(
    'Listen to 30 s more of A and 30 s more of B to choose.',
  );
  expect(missingText(comparison, { a: 30, b: 29 })).toBe('Listen to 1 s more of B to choose.');
  expect(missingText(comparison, { a: 30, b: 31 })).toBeNull();
});

test('the text reveals which side is which with the choice, not before', () => {
  expect(revealText(comparison)).toBeNull();
  expect(revealText({ ...comparison, choice: 'b', newSide: 'b' })).toBe(
    'You chose B. B is V3, the new version. A is V2, which you reviewed before.',
  );
  expect(revealText({ ...comparison, choice: 'none', newSide: 'a' })).toContain(
    'You heard no difference. A is V3',
  );
});
