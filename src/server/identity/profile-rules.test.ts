import { expect, test } from 'vitest';
import {
  avatarPictures,
  avatarUrl,
  firstDisplayName,
  isReserved,
  storedBio,
  storedDisplayName,
  usernameBase,
} from './profile-rules.ts';

test('a username is the cleaned local part and never the whole address', () => {
  expect(usernameBase('Mira.Lang+tracks@example.org')).toBe('mira.langtracks');
  expect(usernameBase("..o'neil-@example.org")).toBe('oneil');
  expect(usernameBase('_-mira.-_@example.org')).toBe('mira');
  expect(usernameBase('+++@example.org')).toBe('user');
  expect(usernameBase(`${'a'.repeat(64)}@example.org`)).toBe('a'.repeat(40));
});

test('a new profile shows the local part, or New User if it is empty', () => {
  expect(firstDisplayName('Mira.Lang@example.org')).toBe('Mira.Lang');
  expect(firstDisplayName('')).toBe('New User');
  expect(firstDisplayName(`${'a'.repeat(64)}@example.org`)).toHaveLength(60);
});

test('a blank display name becomes the username, or New User', () => {
  expect(storedDisplayName('  Mira  ', 'mira')).toBe('Mira');
  expect(storedDisplayName('  ', 'mira')).toBe('mira');
  expect(storedDisplayName('\u200b\u2003', 'mira')).toBe('mira');
  expect(storedDisplayName('', '')).toBe('New User');
});

test('a blank bio is stored as none', () => {
  expect(storedBio(' \n ')).toBeNull();
  expect(storedBio(null)).toBeNull();
  expect(storedBio(' Plays the cello. ')).toBe('Plays the cello.');
});

test('an address containing support or the product name gives neither a display name nor a username', () => {
  for (const email of ['support@example.org', 'earshot.team@example.org', 'admin@example.org']) {
    expect(firstDisplayName(email)).toBe('New User');
    expect(usernameBase(email)).toBe('user');
  }
});

test.each([
  [
    'Earshot',
    'Earshot Support',
    'The Earshot Team',
    'EARSH0T',
    'Ear-shot team',
    'earshot_team',
    'the.earshot',
  ],
  [
    'Еаrѕhоt',
    'Éarshot',
    'Ear\u200bshot',
    'E A R S H O T',
    'E.A.R.S.H.O.T',
    'E  A  R  S  H  O  T',
    'EarshotSupport',
  ],
  // Cyrillic and Greek letters that look Latin.
  ['ѕuрроrт', 'оffісіаl', 'аԁміп', 'еагѕһоt'],
  ['αdmιν', 'εαrshοτ', 'suρροrτ'],
  ['Support', 'A d m i n', 'Mod-erator'],
  // Small capitals, phonetic letters, other scripts, digits and signs.
  ['Eɑrshot Staff', 'ᴇarshot', 'ᴇᴀʀꜱʜᴏᴛ', 'Ɛɐrshot', 'ꭼꭺꭱꮪꮋꮎꭲ', 'E4r5h0t', '€@rshot', '𝓔𝓪𝓻𝓼𝓱𝓸𝓽'],
  ['Adm1n', 'OfficiaI', 'Suppоrt', '$taff', 'ѕyѕтем'],
  [
    'Support team',
    'The Support Team',
    'Official Support',
    'Customer-Support',
    'Payout Support',
    'Ａdmin Team',
  ],
])('a name that imitates the product is reserved', (...names) => {
  expect(names.filter((name) => !isReserved(name))).toEqual([]);
});

test('a name that merely contains the letters of the product is allowed', () => {
  const names = ['Clear Shot', 'Near Shot', 'Gearshot', 'Ears Hot', 'Supporting Act', 'A B See', ''];
  const more = [
    'Support Lesbiens',
    'System of a Down',
    'The Team',
    'Solar System',
    '4 Non Blondes',
    'Bearshot',
  ];
  expect([...names, ...more].filter(isReserved)).toEqual([]);
});

const key = '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11';

test('each avatar has its own address', () => {
  expect(avatarUrl(key)).toBe(`/api/avatars/${key}.webp`);
  expect(avatarUrl(null)).toBeNull();
});

test('an avatar is stored as a square of 512 pixels under the avatar prefix', () => {
  expect(avatarPictures).toEqual({ prefix: 'avatars/', side: 512 });
});
