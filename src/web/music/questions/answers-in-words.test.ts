import { expect, test } from 'vitest';
import { groupLines, splitText } from './answers-in-words.ts';

const intro = (...counts: number[]) => ({
  kind: 'choice' as const,
  choices: ['Too long', 'Just right', 'Too short'],
  all: { people: counts.reduce((sum, count) => sum + count, 0), counts, mean: null },
});

test('answers on both sides of another choice say that no change is safe', () =>
  expect(splitText(intro(46, 27, 47))).toBe('Split: 46 too long, 47 too short. No change is safe.'));

test('answers beside each other are too close to call', () =>
  expect(splitText(intro(20, 22, 4))).toBe('Split: 20 too long, 22 just right. Too close to call.'));

const four = { ...intro(10, 10, 10, 10), choices: ['A', 'B', 'C', 'D'] };

test.each([
  ['fewer than ten answers', intro(4, 0, 4)],
  ['a difference that chance does not explain', intro(46, 5, 26)],
  ['two answers that are only half of all', four],
  ['a scale', { ...intro(46, 27, 47), kind: 'scale' as const }],
  ['no answers', intro(0, 0, 0)],
])('%s: not a split', (_, question) => expect(splitText(question)).toBeNull());

test('names stay as they were written', () => {
  const bands = { ...intro(10, 12), choices: ['Early Metallica', 'Slayer'] };
  expect(splitText(bands)).toContain('10 Early Metallica, 12 Slayer');
  expect(splitText({ ...bands, choices: ['I like it', 'Yes'] })).toContain('10 I like it, 12 Yes');
});

test('equal written answers are one, whatever their case and spaces', () => {
  const lines = ['Slayer', 'Early Metallica', 'early  metallica ', 'EARLY METALLICA', 'Tool'].map(
    (line, place) => ({
      line,
      listenerName: `Listener ${place}`,
    }),
  );
  expect(groupLines(lines)).toEqual([
    { line: 'Early Metallica', listenerNames: ['Listener 1', 'Listener 2', 'Listener 3'] },
    { line: 'Slayer', listenerNames: ['Listener 0'] },
    { line: 'Tool', listenerNames: ['Listener 4'] },
  ]);
});
