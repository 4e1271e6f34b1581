import { expect, test } from 'vitest';
import { firstUnanswered, fitsQuestion, questionFault } from './question-rules.ts';

test.each([
  'See https://example.org',
  'More at example.com',
  'www dot com?',
  'bit.ly/3xyz',
  't.co',
  'http://localhost',
  'mysite dotcom',
  'ｅｘａｍｐｌｅ．ｃｏｍ',
])('a question has no links: %s', (text) => {
  expect(questionFault(text)).toMatch(/links/);
});

test.each(['Write to me@home', 'Follow ＠band'])('a question has no @: %s', (text) => {
  expect(questionFault(text)).toMatch(/@/);
});

test.each([
  'Call +1 (555) 010-9999',
  'Send it to DE89370400440532013000',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'kim (at) home',
  '0xabcdefabcdefabcdef',
  'satoshinakamotowallet1',
])('a question has no addresses: %s', (text) => {
  expect(questionFault(text)).toMatch(/addresses/);
});

test.each([
  '5 stars pay $5',
  '10€ more',
  '20 dollars?',
  'USD 5 for you',
  '£ 3',
  '1 dollar',
  '1 euro',
  '1 pound',
  'USD5',
])('a question has no sums: %s', (text) => {
  expect(questionFault(text)).toMatch(/sums/);
});

test.each([
  'Is the intro too long?',
  'Does it sound like A$AP Rocky... or like 50 Cent?',
  'Is 120 BPM too fast? I tried 118, 122 and 124.',
  'Mix A or B, e.g. with more bass?',
  'Is the fade at 0:45,1:15,2:30 counterproductive?',
  'Mix A ...or B?',
  'Is ETH a good title?',
  'ドラムは大きすぎますか。',
])('a plain question is fine: %s', (text) => {
  expect(questionFault(text)).toBeNull();
});

const choice = { id: 'a', kind: 'choice', choices: ['Yes', 'No'] } as const;
const scale = { id: 'b', kind: 'scale', choices: [] } as const;
const line = { id: 'c', kind: 'line', choices: [] } as const;

test('a choice and a scale require an answer, a text question does not', () => {
  expect(firstUnanswered([line, choice, scale], [])).toBe(choice);
  expect(firstUnanswered([line, choice, scale], [{ questionId: 'a' }])).toBe(scale);
  expect(firstUnanswered([line], [])).toBeUndefined();
});

test('an answer has the type of its question', () => {
  expect(fitsQuestion(2, choice)).toBe(true);
  expect(fitsQuestion(3, choice)).toBe(false);
  expect(fitsQuestion('Yes', choice)).toBe(false);
  expect(fitsQuestion('1', choice)).toBe(false);
  expect(fitsQuestion(5, scale)).toBe(true);
  expect(fitsQuestion('Loud', line)).toBe(true);
  expect(fitsQuestion(1, line)).toBe(false);
});
