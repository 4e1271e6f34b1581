import { expect, test } from 'vitest';
import { formatCents } from '#contract/cents.ts';
import {
  approvedReviews,
  isReviewReady,
  keyAct,
  sampleWallet,
  simulatedPoints,
  stepOf,
  tiers,
} from './demo-rules.ts';

test('a step outside one to ten is not found', () => {
  for (const text of ['0', '11', '2.5', 'two', '-1']) expect(stepOf(text)).toBeNull();
  expect(stepOf('1')).toBe(1);
  expect(stepOf('10')).toBe(10);
});

test('a review without a star, or with 44 words, is not ready', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  expect(isReviewReady(null, words(45))).toBe(false);
  expect(isReviewReady(0, words(45))).toBe(false);
  expect(isReviewReady(5, words(44))).toBe(false);
  expect(isReviewReady(1, words(45))).toBe(true);
});

test('a text field keeps its keys, and Escape leaves it', () => {
  for (const key of ['ArrowLeft', 'ArrowRight', 'Enter']) expect(keyAct(key, 'text')).toBeNull();
  expect(keyAct('Escape', 'text')).toBe('leaveField');
});

test('a radio button keeps its arrow keys and a button its Enter', () => {
  expect(keyAct('ArrowRight', 'choice')).toBeNull();
  expect(keyAct('Enter', 'control')).toBeNull();
  expect(keyAct('Escape', 'choice')).toBe('exit');
});

test('arrow keys and Enter change the step, Escape exits', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Enter', 'Escape'].map((key) => keyAct(key, 'page'))).toEqual([
    'back',
    'next',
    'next',
    'exit',
  ]);
  expect(keyAct('a', 'page')).toBeNull();
});

test('the simulated listen gains a point every 25 ms and ends after 2.5 s', () => {
  expect([0, 24, 25, 1250, 2499, 2500, 9000].map(simulatedPoints)).toEqual([0, 0, 1, 50, 99, 100, 100]);
});

test('the constants match the specification', () => {
  expect(tiers.map(({ name, from, reward }) => `${name} ${from} ${formatCents(reward)}`)).toEqual([
    'Bronze 0 $0.15',
    'Silver 50 $0.35',
    'Gold 200 $0.50',
    'Icon 500 $0.75',
  ]);
  expect([formatCents(sampleWallet.pending), sampleWallet.approvedReviews]).toEqual(['$23.75', 11]);
  expect([approvedReviews(false), approvedReviews(true)]).toEqual([11, 12]);
});
