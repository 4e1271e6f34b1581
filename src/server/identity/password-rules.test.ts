import { describe, expect, test } from 'vitest';
import { passwordWeaknesses } from './password-rules.ts';
import { commonPasswords } from './passwords.ts';

const weaknesses = (password: string, email = 'mira.lang@example.org') =>
  passwordWeaknesses(password, email, commonPasswords);

describe('a password is rejected with readable reasons', () => {
  test.each([
    ['seven characters', 'kV4%tz!', 'Use at least 8 characters.'],
    ['129 characters', `${'aB3$'.repeat(32)}x`, 'Use at most 128 characters.'],
    ['a common password', 'iloveyou', 'This password is too common.'],
    ['a common password in capitals', 'ILOVEYOU', 'This password is too common.'],
    ['a common password with a year', 'Sunshine2024!', 'This password is too common.'],
    ['one repeated character', 'zzzzzzzzzzzz', 'Avoid repeated characters and simple sequences.'],
    ['a rising sequence', 'cdefghijkl', 'Avoid repeated characters and simple sequences.'],
    [
      'the product name with a year',
      'Earshot2026',
      'Don’t base your password on the name Earshot or a word like “music”.',
    ],
    ['a falling sequence', '98765432', 'Avoid repeated characters and simple sequences.'],
    ...['listener', 'artist', 'music', 'review'].map((word) => [
      `the word ${word} with a few signs`,
      `${word}x7%kQ`,
      'Don’t base your password on the name Earshot or a word like “music”.',
    ]),
    ['the user’s own address', 'mira.lang7', 'Don’t base your password on your email address.'],
  ])('%s', (_what, password, reason) => {
    expect(weaknesses(password)).toContain(reason);
  });

  test('a short common password gets both reasons', () => {
    expect(weaknesses('monkey')).toHaveLength(2);
  });
});

describe('a password is accepted as typed', () => {
  test.each([
    ['8 characters', 'kV4%tz!q'],
    ['64 characters', 'aB3$'.repeat(16)],
    ['128 characters', 'aB3$'.repeat(32)],
    ['128 characters outside the basic plane', '😀🎧🎵🎶'.repeat(32)],
    ['only lowercase letters and spaces', 'four quiet blue kites'],
    ['a word of the product and six characters', 'music7%kQzv'],
    ['even steps of two', 'acegikmoq'],
    ['a year before a common password', '2024!sunshine'],
    ['a common number with other signs, and no letter', '123456%7&3!'],
    ['digits and signs before and after a common password', 'sunshine2024kV'],
    ['the product name inside a sentence', 'earshot is where kites sing'],
  ])('%s', (_what, password) => {
    expect(weaknesses(password)).toEqual([]);
  });

  test('eight characters of two code units each are eight, seven are too few', () => {
    expect(weaknesses('😀🎧🎵🎶🎸🥁🎹🎺')).toEqual([]);
    expect(weaknesses('😀🎧🎵🎶🎸🥁🎹')).toEqual(['Use at least 8 characters.']);
  });
});

test('a password cannot contain a local part of four letters, but can contain one of three', () => {
  const reason = 'Don’t base your password on your email address.';
  expect(weaknesses('mira4%tz', 'mira@example.org')).toEqual([reason]);
  expect(weaknesses('mia4%tzq', 'mia@example.org')).toEqual([]);
});

test('the list of common passwords has thousands of entries, all in lowercase', () => {
  expect(commonPasswords.size).toBeGreaterThan(3000);
  expect([...commonPasswords].filter((entry) => entry !== entry.toLowerCase())).toEqual([]);
});
