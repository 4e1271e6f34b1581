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
  'hxxps://x[.]io',
  'hxxp example',
  'www·example·com',
  'example•com',
  'x[dot]io',
  'x ( . ) io',
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
  'Follow me on insta at realname',
  'discord: ann#1234',
  'ann#1234',
  'telegram ann_music',
  'Insta = ann',
  'DM us about the mix?',
  'Will you find me on tiktok?',
  'WhatsApp is ann1',
])('a question has no contacts: %s', (text) => {
  expect(questionFault(text)).toMatch(/contacts/);
});

test.each([
  'Give 5 stars or else',
  'Please leave five stars',
  'For ⭐⭐⭐⭐⭐ I review you',
  'Like it, or else!',
])('a question asks for no rating: %s', (text) => {
  expect(questionFault(text)).toMatch(/ratings/);
});

test.each([
  '5 stars pay $5',
  'I pay five dollars for 5 stars',
  'A few bucks for you',
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
  'Would it work on TikTok or Instagram?',
  'Is the signal at 0:42 too loud?',
  'Does the discord at the end hurt?',
  'Is the snap on 2 and 4 too dry?',
  'Does "find me" in the chorus annoy you?',
  'Would you follow the story (intro... outro)?',
  'Is the kick in C# minor OK?',
  'Piano or else guitar?',
  'Does it rate among five good ones?',
  'Is intro・verse clear? 音量は大きいですか。はい',
  'És massa col·loquial?',
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
