import { afterEach, expect, test, vi } from 'vitest';
import { keepDemoState, readDemoState, restarted, untouched } from './demo-state.ts';

function keep(text: string | null) {
  let kept = text;
  vi.stubGlobal('sessionStorage', {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  });
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  '{',
  '7',
  '{}',
  JSON.stringify({ ...restarted, currentStep: 11 }),
  JSON.stringify({ ...restarted, selectedTrack: 99 }),
  JSON.stringify({ ...restarted, heardSeconds: '60' }),
  JSON.stringify({ ...restarted, rating: 2.5 }),
])('the demo starts over if the stored state is invalid: %s', (text) => {
  keep(text);
  expect(readDemoState()).toEqual(untouched);
});

test('the demo starts over without stored state, and without storage', () => {
  keep(null);
  expect(readDemoState()).toEqual(untouched);
  vi.stubGlobal('sessionStorage', undefined);
  expect(readDemoState()).toEqual(untouched);
});

test('the demo resumes where it was', () => {
  keep(null);
  const state = {
    ...restarted,
    currentStep: 6,
    selectedTrack: 2,
    heardSeconds: 60,
    rating: 4,
    comment: 'Warm.',
  };
  keepDemoState(state);
  expect(readDemoState()).toEqual(state);
});
