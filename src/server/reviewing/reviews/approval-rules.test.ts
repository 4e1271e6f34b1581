import { describe, expect, test } from 'vitest';
import { alikeIn, failed, honest, submission } from '#tests/support/people/submission.ts';
import { judge, type Submission } from './approval-rules.ts';

test.each<[string, Partial<Submission>, string[]]>([
  ['59.9 seconds of listening', { provenSeconds: 59.9 }, ['listening']],
  ['audio for 50 seconds', { deliveredSeconds: 50 }, ['listening']],
  [
    'audio of both versions for 59 seconds',
    { deliveredSeconds: 59, comparedSeconds: { missing: 0, inAll: 180 } },
    ['listening'],
  ],
  [
    'a version with one of its thirty seconds never sent',
    { deliveredSeconds: 120, comparedSeconds: { missing: 1, inAll: 180 } },
    ['listening'],
  ],
  ['no audio at all', { deliveredSeconds: null }, ['listening']],
  ['44 words', { comment: honest.split(' ').slice(0, 44).join(' ') }, ['words']],
  ['the listener’s own track', { isOwnTrack: true }, ['own_track']],
  ['a copy of the listener’s own review', { nearEqual: alikeIn(honest, [honest]) }, ['near_equal']],
  [
    "a copy of another's review with a word changed",
    { nearEqual: alikeIn(honest, [honest.replace('riff', 'lick')]) },
    ['near_equal'],
  ],
  [
    'a copy with new words around it',
    { nearEqual: alikeIn(honest, [honest.split(' ').slice(3).join(' ')]) },
    ['near_equal'],
  ],
  ['a sentence of an earlier review', { knownSentences: { whole: 1, near: 0, own: 0 } }, ['sentences']],
  ['two sentences with a word changed', { knownSentences: { whole: 0, near: 2, own: 2 } }, ['sentences']],
  [
    'a text that no form counted',
    { typing: { brought: 'not_counted', broughtInAll: 1, isHabit: true } },
    ['typing'],
  ],
  ['five in a row right after the unlock', { sendingSeconds: [0, 1, 2, 0.4, 2] }, ['burst']],
  [
    'the fourth of five reviews pasted or filled in at once',
    { typing: { brought: 'pasted', broughtInAll: 4, isHabit: true } },
    ['typing'],
  ],
  ['a track that a New listener chose', { isChosenByNew: true }, ['chosen_track']],
  ["the artist's own network", { sharesNetworkWithArtist: true }, ['network']],
  ['the fifth reviewer of a track from one network', { reviewersOnNetwork: 4 }, ['network']],
  ["the artist's own browser or mailbox", { sharesMarkWithArtist: true }, ['related_accounts']],
  ['the second reviewer of a track with one mailbox', { reviewersOfMark: 1 }, ['related_accounts']],
  ['an account in a cluster', { standsInCluster: true }, ['cluster']],
  ['the third reviewer of a track at one browser', { reviewersOfDevice: 2 }, ['related_accounts']],
])('%s is flagged', (_name, over, rules) => {
  expect(failed(over)).toEqual(rules);
});

test.each<[string, Partial<Submission>]>([
  [
    'thirty seconds of the new version and thirty of the former',
    { deliveredSeconds: 60, trackSeconds: 90, comparedSeconds: { missing: 0, inAll: 180 } },
  ],
  [
    'two versions of 20 seconds sent in full',
    { deliveredSeconds: 40, trackSeconds: 20, comparedSeconds: { missing: 0, inAll: 40 } },
  ],
  ['a track of 40 seconds sent in full', { deliveredSeconds: 40, trackSeconds: 40 }],
  ['four in a row right after the unlock', { sendingSeconds: [0, 1, 2, 0.4, 30] }],
  ['one sentence with a word changed', { knownSentences: { whole: 0, near: 1, own: 0 } }],
  ['four prompt reviews and no fifth yet', { sendingSeconds: [0, 0, 0, 0] }],
  ['a third pasted review', { typing: { brought: 'pasted', broughtInAll: 3, isHabit: false } }],
  [
    'a habit of pasting approved by a person',
    { typing: { brought: 'pasted', broughtInAll: 5, isHabit: true }, isTypingCleared: true },
  ],
  ['a fourth reviewer from one network', { reviewersOnNetwork: 3 }],
  ['the second reviewer of a household at its browser', { reviewersOfDevice: 1 }],
  [
    'another review by the same listener',
    { nearEqual: alikeIn(honest, ['Another record, other thoughts about it.']) },
  ],
])('%s is clean', (_name, over) => {
  expect(failed(over)).toEqual([]);
});

/** So many different words. */
const different = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`);
const verdict = (rule: string, over: Partial<Submission>) => {
  const found = judge(submission(over)).find((finding) => finding.rule === rule);
  return { passed: found?.passed, figures: found?.detail.match(/\d+/g)?.map(Number) };
};
const passes = (rule: string, over: Partial<Submission>) => verdict(rule, over).passed;

describe('thresholds are exact', () => {
  test('45 words are enough', () => {
    const comment = (count: number) => different(count).join(' ');
    expect(verdict('words', { comment: comment(44) })).toEqual({ passed: false, figures: [44, 45] });
    expect(verdict('words', { comment: comment(45) })).toEqual({ passed: true, figures: [45, 45] });
  });

  test('20 different words are enough', () => {
    const comment = (count: number) => different(count).join(' ');
    expect(verdict('variety', { comment: comment(19) })).toEqual({ passed: false, figures: [19, 20, 0, 30] });
    expect(verdict('variety', { comment: comment(20) })).toEqual({ passed: true, figures: [20, 20, 0, 30] });
  });

  test('30% of word pairs can be repeated', () => {
    // 28 different pairs of 40, and of 41.
    const comment = (again: number) => [...different(28), ...different(again)].join(' ');
    expect(verdict('variety', { comment: comment(13) })).toEqual({
      passed: true,
      figures: [28, 20, 30, 30],
    });
    expect(passes('variety', { comment: comment(14) })).toBe(false);
  });

  test('a review with an unknown unlock time ends a row of prompt ones', () => {
    expect(verdict('burst', { sendingSeconds: [0, 0, null, 0, 0] })).toEqual({
      passed: true,
      figures: [2, 2, 5],
    });
    expect(passes('burst', { sendingSeconds: [null, 0, 0, 0, 0] })).toBe(true);
  });

  test('audio that was never sent is flagged even for a track of unknown length', () => {
    expect(passes('listening', { deliveredSeconds: null, trackSeconds: 0 })).toBe(false);
  });
});

test('every rule leaves one finding with its version', () => {
  const findings = judge(submission());
  expect(findings.map(({ rule, version }) => `${rule} ${version}`)).toEqual([
    'listening 3',
    'words 1',
    'own_track 1',
    'variety 2',
    'no_language 2',
    'word_order 3',
    'sentences 1',
    'near_equal 1',
    'burst 1',
    'typing 3',
    'chosen_track 1',
    'network 3',
    'related_accounts 2',
    'cluster 1',
  ]);
});
