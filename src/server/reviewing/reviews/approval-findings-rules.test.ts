import { expect, test } from 'vitest';
import type { ApprovalRule } from '#contract/reviewing/reviews/approval-rule-names.ts';
import { submission } from '#tests/support/people/submission.ts';
import { judge, type Submission } from './approval-rules.ts';

const nearEqual = {
  ofBoth: 0.4,
  ofSmaller: 0.625,
  ofWords: 0.5,
  sentAt: new Date('2026-03-01T23:00:00Z'),
} as const;
const own = { ...nearEqual, isOwn: true };
const others = { ...nearEqual, isOwn: false };
const salad = 'I like the of part and the the drums, of to and and';

test.each<[ApprovalRule, Partial<Submission>, string]>([
  [
    'listening',
    { provenSeconds: 61.9, deliveredSeconds: 90.5 },
    '61 seconds proven, audio for 90 seconds sent (at least 60)',
  ],
  [
    'listening',
    { deliveredSeconds: null, comparedSeconds: { missing: 7, inAll: 180 } },
    '60 seconds proven, audio for 0 seconds sent (at least 60), of both versions; 7 seconds of one of them missing',
  ],
  ['words', { comment: 'Three words only.' }, '3 words (at least 45)'],
  ['own_track', {}, 'not the listener’s own track'],
  ['own_track', { isOwnTrack: true }, 'the listener’s own track'],
  [
    'variety',
    { comment: 'la la la la la' },
    '1 different words (at least 20), 75% of word pairs repeated (at most 30%)',
  ],
  [
    'word_order',
    { comment: salad, earlierComments: [salad, 'Fine.'] },
    '5 pairs of words that no sentence has (fewer than 3), 10 with the 2 reviews before it (fewer than 6)',
  ],
  [
    'no_language',
    { comment: '1 2 Lorem ipsum dolor' },
    '40% of its parts have no letter (at most 33%), 0% of letter pairs are in no language (at most 12%), 0 words mix alphabets or have digits for letters (at most 3), common words of one language: unknown (at least 15%), lorem ipsum',
  ],
  [
    'sentences',
    { knownSentences: { whole: 2, near: 1, own: 1 } },
    '2 whole sentences of earlier reviews (at most 0) and 1 with other words at some places (at most 1), 1 of them by this listener',
  ],
  ['near_equal', {}, 'none of the reviews of 180 days is near-equal'],
  [
    'near_equal',
    { nearEqual: [own, others, others] },
    '3 earlier reviews say the same, 1 of them by this listener; the closest shares 63% of the word pairs (at most 55%) and 50% of the words, sent 2026-03-01',
  ],
  ['burst', { sendingSeconds: [2, 1, 12] }, '2 in a row sent within 2 seconds of the unlock (fewer than 5)'],
  [
    'typing',
    {},
    'not known to be pasted, 0 of the last 5 reviews pasted or filled in at once (fewer than 4)',
  ],
  [
    'typing',
    { typing: { brought: 'pasted', broughtInAll: 4, isHabit: true }, isTypingCleared: true },
    'pasted, 4 of the last 5 reviews pasted or filled in at once (fewer than 4), which a person has approved before',
  ],
  [
    'typing',
    { typing: { brought: 'at_once', broughtInAll: 1, isHabit: false } },
    'filled in at once, 1 of the last 5 reviews pasted or filled in at once (fewer than 4)',
  ],
  ['chosen_track', {}, 'served by the queue, or chosen by a Known listener'],
  ['chosen_track', { isChosenByNew: true }, 'chosen by a New listener'],
  ['network', {}, 'not shared with the artist, 0 other reviewers of this track on it (at most 3)'],
  [
    'network',
    { sharesNetworkWithArtist: true, reviewersOnNetwork: 3 },
    'shared with the artist, 3 other reviewers of this track on it (at most 3)',
  ],
  [
    'related_accounts',
    { sharesMarkWithArtist: true, reviewersOfMark: 3, reviewersOfDevice: 2 },
    'browser, mailbox or payee shared with the artist, 3 other reviewers of this track with the mailbox or payee (at most 0), 2 at the browser (at most 1)',
  ],
  ['cluster', {}, 'in no cluster of accounts'],
  ['cluster', { standsInCluster: true }, 'in a cluster of accounts'],
])('the finding %s of %o tells the admin: %s', (rule, over, detail) => {
  expect(judge(submission(over)).find((finding) => finding.rule === rule)?.detail).toBe(detail);
});
