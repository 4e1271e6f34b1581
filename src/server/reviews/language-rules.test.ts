import { expect, test } from 'vitest';
import { everydayShare } from './language-rules.ts';

const share = (text: string) => everydayShare(text.split(' '));

test.each([
  ['English', 'this is really not what it was'],
  ['German', 'das ist nicht so wie es war'],
  ['Spanish', 'esto es todo lo que no era'],
  ['French', 'il est très bien et pas plus'],
  ['Portuguese', 'isso não é tudo mas já foi'],
  ['Italian', 'questo è tutto ma non sono più'],
  ['Dutch', 'dat is niet zo maar het was'],
])('everyday words of %s are known', (_language, text) => {
  expect(share(text)).toBeGreaterThan(0.85);
});

test('the share is that of the language that fits best', () => {
  expect(share('the drums and guitars')).toBe(0.5);
  expect(share('the und')).toBe(0.5);
  expect(share('drums guitars')).toBe(0);
});

test('no words have no share', () => {
  expect(everydayShare([])).toBe(0);
});
