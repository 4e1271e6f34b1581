import { describe, expect, test } from 'vitest';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import {
  basisSentences,
  clusterSentence,
  headline,
  leadSentences,
  ratingSentences,
} from './verdict-sentence.ts';

const staying: Verdict['staying'] = {
  isTooShort: false,
  listeners: 20,
  notYetCounted: 0,
  leftOut: 0,
  stayed: 7,
  interval: { low: 0.18, high: 0.57 },
  stops: [],
  curve: [],
  curveListeners: 20,
  half: { seconds: 42 },
  stayedSeconds: [],
  comparison: { genre: 'rock', tracks: 12, median: 0.3, claim: null },
};
type Said = Parameters<typeof headline>[0];

const rating = {
  mean: 3.9,
  interval: { low: 3.5, high: 4.2 },
  more: 0,
  comparison: null,
};

/** What the sentences need of a verdict. */
function said(part: Partial<Verdict['staying']>, more: Partial<Said> = {}): Said {
  const rest = { rating, stars: [0, 2, 4, 8, 6], clusters: [], track: { reviewCount: 20 } };
  return { staying: { ...staying, ...part }, ...rest, ...more };
}

const text = (pieces: ReturnType<typeof headline>) => pieces.map((piece) => piece.text);
const read = (of: Said) => text(headline(of)).join('');
const lead = (of: Said) => text(leadSentences(of));
/** What is said in mint. */
const more = (pieces: ReturnType<typeof headline>) => text(pieces.filter(({ tone }) => tone === 'more'));

const few = { genre: null, tracks: 10, median: 0.3 } as const;

describe('the sentence', () => {
  test('counts those who stayed, and names the strongest moment', () => {
    const clusters = [{ kind: 'lost', from: 21, to: 29, people: 9, heardBy: 14 }] as const;
    expect(read(said({}, { clusters: [...clusters] }))).toBe(
      '7 of 20 kept listening after we stopped paying them. You lose them at 0:21.',
    );
  });

  test('is missing before five listeners have finished, and says if there is no review yet', () => {
    expect(read(said({ listeners: 0, notYetCounted: 4 }))).toBe('Too early to tell.');
    expect(read(said({ listeners: 0 }, { track: { reviewCount: 0 } }))).toBe('No reviews yet.');
  });

  test('gives the stars for a track too short to stay', () => {
    expect(read(said({ listeners: 0, isTooShort: true }))).toBe('3.9 of 5 from 20 reviews.');
  });

  test('is mint only if it is more than most', () => {
    expect(more(headline(said({})))).toEqual([]);
    expect(more(headline(said({ comparison: { ...few, claim: 'fewer' } })))).toEqual([]);
    expect(more(headline(said({ comparison: { ...few, claim: 'more' } })))).toEqual(['7 of 20']);
  });
});

describe('the line after the sentence', () => {
  test('gives the median of those who stayed, and the staying and the rating against others', () => {
    expect(lead(said({}))).toEqual([
      'Half of them stayed another 42 seconds or more.',
      'In Rock, 3 in 10 stay.',
      'You’re too close to that to call.',
      'You average 3.9 stars.',
    ]);
    expect(lead(said({ half: { seconds: null } }))[0]).toBe('More than half of them stayed to the end.');
  });

  test('says ahead or behind, and why it is not sure', () => {
    const { comparison } = staying;
    const last = (low: number, high: number) =>
      lead(said({ interval: { low, high }, comparison }, { rating: null })).at(-1);
    expect(last(0.38, 0.56)).toBe('You’re likely ahead, but we’ve only got 12 tracks to compare with.');
    expect(last(0.1, 0.29)).toBe('You’re likely behind, but we’ve only got 12 tracks to compare with.');
    expect(last(0.3, 0.56)).toBe('You’re too close to that to call.');
  });

  test('makes a claim in mint if it is more than most', () => {
    const claims = said(
      { half: null, comparison: { ...few, claim: 'more' } },
      { rating: { ...rating, comparison: { genre: null, tracks: 10, mean: 3.2, claim: 'above' } } },
    );
    expect(lead(claims)).toEqual([
      'On Earshot, 3 in 10 stay.',
      'More stay with you than with most.',
      'You average 3.9 stars, above most.',
      'The average here is 3.2.',
    ]);
    expect(more(leadSentences(claims))).toEqual(lead(claims).slice(1, 3));
    const fewer = said({ half: null, comparison: { ...few, claim: 'fewer' } });
    expect(lead(fewer)[1]).toBe('Fewer stay with you than with most.');
    expect(more(leadSentences(fewer))).toEqual([]);
  });

  test('says what comes before five listeners', () => {
    const early = said({ listeners: 0, notYetCounted: 1 });
    expect(lead(early)).toEqual([
      '1 listener so far. We show unpaid listening once 5 people have heard it, so no one can be identified.',
    ]);
  });
});

test('a moment says who did what between which seconds', () => {
  const cluster = { from: 21, to: 29, people: 9, heardBy: 14 };
  const kinds = ['love', 'lost', 'skip'] as const;
  expect(kinds.map((kind) => clusterSentence({ ...cluster, kind }))).toEqual([
    '9 of the 14 who heard it loved 0:21 to 0:29.',
    '9 of the 14 who heard it got lost between 0:21 and 0:29.',
    '9 of the 14 who heard it would skip between 0:21 and 0:29.',
  ]);
});

describe('the basis of the figures', () => {
  test('says how many listeners the line shows, how many wait, and how many are left out', () =>
    expect(basisSentences({ ...staying, curveListeners: 18, notYetCounted: 2, leftOut: 1 })).toEqual([
      'The headline counts all 20 listeners.',
      'The solid line shows the 18 who heard 0:00 to 1:00 straight through.',
      'We add new listeners three at a time, and 2 are waiting.',
      '1 listener is left out: tests, reviewers of an earlier version, accounts linked with yours, or accounts that ' +
        'stay to the end of nearly everything.',
    ]));

  test('says when a missing line will appear', () =>
    expect(basisSentences({ ...staying, listeners: 5, curveListeners: 0 })[1]).toBe(
      'The solid line appears once 5 listeners have heard 0:00 to 1:00 straight through.',
    ));
});

test('a rating says how many reviews it leaves out', () => {
  expect(ratingSentences({ rating, reviewsLeftOut: 0 })).toEqual(['likely 3.5 to 4.2']);
  expect(ratingSentences({ rating, reviewsLeftOut: 2 })).toEqual([
    'likely 3.5 to 4.2',
    'without 2 reviews by accounts linked with yours',
  ]);
});
