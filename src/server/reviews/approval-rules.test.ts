import { expect, test } from 'vitest';
import { judge, type Submission, similarity } from './approval-rules.ts';

const honest =
  'The opening riff pulled me in at once and the drums sit right behind it, tight but never stiff. Around the middle the ' +
  'guitars thicken and I lost the vocal for a moment, so I would carve some room there. The ending comes a little early; ' +
  'another turn of that chorus would have earned its place.';

const submission = (over: Partial<Submission> = {}): Submission => ({
  comment: honest,
  provenSeconds: 60,
  isOwnTrack: false,
  ownComments: [],
  trackComments: [],
  ...over,
});

const failed = (over: Partial<Submission>) =>
  judge(submission(over))
    .filter((finding) => !finding.passed)
    .map((finding) => finding.rule);

test.each([
  ['59.9 seconds of listening', { provenSeconds: 59.9 }, ['listening']],
  ['44 words', { comment: honest.split(' ').slice(0, 44).join(' ') }, ['words']],
  ['the own track', { isOwnTrack: true }, ['own_track']],
  ['one word many times', { comment: 'la '.repeat(50) }, ['variety']],
  ['a copy of an own review', { ownComments: [honest] }, ['similar_to_own']],
  [
    "a copy of another's review with a word changed",
    { trackComments: [honest.replace('riff', 'lick')] },
    ['similar_to_track'],
  ],
  [
    'a copy with words of its own around it',
    { trackComments: [honest.split(' ').slice(3).join(' ')] },
    ['similar_to_track'],
  ],
])('%s is found', (_name, over, rules) => {
  expect(failed(over)).toEqual(rules);
});

test('an honest review is clean and leaves a finding for every rule', () => {
  const findings = judge(submission({ ownComments: ['Another record, other thoughts about it.'] }));
  expect(findings.every((finding) => finding.passed)).toBe(true);
  expect(findings.map((finding) => finding.rule)).toEqual([
    'listening',
    'words',
    'own_track',
    'variety',
    'similar_to_own',
    'similar_to_track',
  ]);
});

test('similarity runs from nothing shared to all shared, and empty comments share nothing', () => {
  expect(similarity('one two three', 'four five six')).toBe(0);
  expect(similarity('One two, three!', 'one two three')).toBe(1);
  expect(similarity('', 'one two')).toBe(0);
});
