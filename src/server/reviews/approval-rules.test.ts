import { describe, expect, test } from 'vitest';
import { countWords, minimumReviewWords } from '#contract/business-rules.ts';
import { type CorpusText, reviewCorpus } from '#tests/support/review-corpus.ts';
import { judge, type Submission } from './approval-rules.ts';
import { comparableWords, sharedPairs, sharedWords } from './wording-rules.ts';

const honest =
  'The opening riff pulled me in at once and the drums sit right behind it, tight but never stiff. Around the middle the ' +
  'guitars thicken and I lost the vocal for a moment, so I would carve some room there. The ending comes a little early; ' +
  'another turn of that chorus would have earned its place.';

const submission = (over: Partial<Submission> = {}): Submission => ({
  comment: honest,
  provenSeconds: 60,
  deliveredSeconds: 60,
  trackSeconds: 180,
  isOwnTrack: false,
  ownComments: [],
  trackComments: [],
  sendingSeconds: [12],
  meetings: 0,
  reviewsOfDay: 0,
  sharesNetworkWithArtist: false,
  reviewersOnNetwork: 0,
  sharesMarkWithArtist: false,
  reviewersOfMark: 0,
  ...over,
});

const failed = (over: Partial<Submission>) =>
  judge(submission(over))
    .filter((finding) => !finding.passed)
    .map((finding) => finding.rule);

test.each([
  ['59.9 seconds of listening', { provenSeconds: 59.9 }, ['listening']],
  ['audio for 50 seconds', { deliveredSeconds: 50 }, ['listening']],
  ['no audio at all', { deliveredSeconds: null }, ['listening']],
  ['44 words', { comment: honest.split(' ').slice(0, 44).join(' ') }, ['words']],
  ['the own track', { isOwnTrack: true }, ['own_track']],
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
  ['five in a row right after the unlock', { sendingSeconds: [0, 1, 2, 0.4, 2] }, ['burst']],
  ['the 41st review of a day', { reviewsOfDay: 40 }, ['pace']],
  ['the third review of an artist in 30 days', { meetings: 2 }, ['meetings']],
  ["the artist's own network", { sharesNetworkWithArtist: true }, ['network']],
  ['the third reviewer of a track from one network', { reviewersOnNetwork: 2 }, ['network']],
  ["the artist's own browser or mailbox", { sharesMarkWithArtist: true }, ['related_accounts']],
  ['the second reviewer of a track from one browser', { reviewersOfMark: 1 }, ['related_accounts']],
])('%s is found', (_name, over, rules) => {
  expect(failed(over)).toEqual(rules);
});

test.each<[string, Partial<Submission>]>([
  ['a track of 40 seconds that was sent whole', { deliveredSeconds: 40, trackSeconds: 40 }],
  ['four in a row right after the unlock', { sendingSeconds: [0, 1, 2, 0.4, 30] }],
  ['four prompt reviews and no fifth yet', { sendingSeconds: [0, 0, 0, 0] }],
  ['the second review of an artist', { meetings: 1 }],
  ['the 40th review of a day', { reviewsOfDay: 39 }],
  ['a second reviewer from one network', { reviewersOnNetwork: 1 }],
  ['another review by the same hand', { ownComments: ['Another record, other thoughts about it.'] }],
])('%s is clean', (_name, over) => {
  expect(failed(over)).toEqual([]);
});

test('every rule leaves one finding with its version', () => {
  const findings = judge(submission());
  expect(findings.map(({ rule, version }) => `${rule} ${version}`)).toEqual([
    'listening 2',
    'words 1',
    'own_track 1',
    'variety 2',
    'language 1',
    'similar_to_own 2',
    'similar_to_track 2',
    'burst 1',
    'pace 1',
    'meetings 1',
    'network 1',
    'related_accounts 1',
  ]);
});

test('what two comments share runs from nothing to all, and empty ones share nothing', () => {
  const [abc, def] = [comparableWords('One two, three!'), comparableWords('four five six')];
  expect([sharedPairs(abc, def), sharedWords(abc, def)]).toEqual([0, 0]);
  expect([sharedPairs(abc, abc), sharedWords(abc, abc)]).toEqual([1, 1]);
  expect([sharedPairs([], abc), sharedWords([], abc)]).toEqual([0, 0]);
  expect(sharedWords(abc, comparableWords('three one two'))).toBe(1);
  expect(sharedWords(abc, comparableWords('one two three four five six seven'))).toBe(0);
});

describe.each([1, 2026, 77_777])('the corpus of seed %i', (seed) => {
  const corpus = reviewCorpus(seed);
  const flags = ({ text, earlier }: CorpusText) => failed({ comment: text, trackComments: earlier });
  const clean = (texts: readonly CorpusText[]) =>
    texts.filter((text) => flags(text).length === 0).map(({ text }) => text);

  test('has 200 texts or more, and the honest ones could be submitted', () => {
    const { honest: honestTexts, junk, copies } = corpus;
    expect(honestTexts.length + junk.length + copies.length).toBeGreaterThanOrEqual(200);
    expect(honestTexts.filter(({ text }) => countWords(text) < minimumReviewWords)).toEqual([]);
  });

  test('all junk is flagged', () => {
    expect(clean(corpus.junk)).toEqual([]);
  });

  test('every copy is flagged, however it is edited and shuffled', () => {
    expect(clean(corpus.copies)).toEqual([]);
  });

  test('at most 2 % of the honest texts are flagged', () => {
    const flagged = corpus.honest.length - clean(corpus.honest).length;
    expect(flagged / corpus.honest.length).toBeLessThanOrEqual(0.02);
  });
});
