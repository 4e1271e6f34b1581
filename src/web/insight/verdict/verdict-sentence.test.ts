import { describe, expect, test } from 'vitest';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { basisSentence, headline, leadSentences, ratingSentences } from './verdict-sentence.ts';

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

const read = (of: Said) =>
  headline(of)
    .map(({ text }) => text)
    .join('');

describe('the sentence', () => {
  test('counts those who stayed, and names the strongest moment', () => {
    const clusters = [{ kind: 'lost', from: 21, to: 29, people: 9, heardBy: 14 }] as const;
    expect(read(said({}, { clusters: [...clusters] }))).toBe(
      '7 of 20 paid listeners stayed after the minute they were paid for. They get lost at 0:21.',
    );
  });

  test('is missing before five listeners have finished, and says if there is no review yet', () => {
    expect(read(said({ listeners: 0, notYetCounted: 4 }))).toBe('Too early to tell.');
    expect(read(said({ listeners: 0 }, { track: { reviewCount: 0 } }))).toBe('Nobody has reviewed this yet.');
  });

  test('gives the stars for a track too short to stay', () => {
    expect(read(said({ listeners: 0, isTooShort: true }))).toBe('3.9 of 5 from 20 reviews.');
  });
});

describe('the second sentences', () => {
  test('give the median of those who stayed, the genre, and the interval', () => {
    expect(leadSentences(said({}))).toEqual([
      'Half of those heard 42 s more.',
      'Rock here: 3 of 10 stay (12 tracks).',
      'Yours: likely 18% to 57%, so too close to call.',
    ]);
  });

  test('do not call a share close that is above the others but not claimed', () => {
    expect(leadSentences(said({ interval: { low: 0.38, high: 0.56 } })).at(-1)).toBe(
      'Yours: likely 38% to 56%, but 12 tracks are too few to call it.',
    );
    expect(leadSentences(said({ interval: { low: 0.3, high: 0.56 } })).at(-1)).toBe(
      'Yours: likely 30% to 56%, so too close to call.',
    );
  });

  test('leave out the interval if there is a claim', () => {
    const comparison = { genre: null, tracks: 10, median: 0.3, claim: 'fewer' } as const;
    expect(leadSentences(said({ comparison })).slice(1)).toEqual([
      'All genres here: 3 of 10 stay (10 tracks).',
      'Fewer stay with yours than with most.',
    ]);
  });

  test('say if more than half stayed to the end, and how many more reviews would settle the rating', () => {
    expect(leadSentences(said({ half: { seconds: null } }, { rating: { ...rating, more: 1 } }))).toEqual([
      'More than half of those who stayed heard it to the end.',
      'Rock here: 3 of 10 stay (12 tracks).',
      'Yours: likely 18% to 57%, so too close to call.',
      'About 1 more review would settle the rating.',
    ]);
  });
});

describe('the basis of the figures', () => {
  test('says how many listeners the line shows, how many wait, and how many are left out', () =>
    expect(basisSentence({ ...staying, curveListeners: 18, notYetCounted: 2, leftOut: 1 })).toBe(
      'The line shows 18 listeners who heard 0:00 to 1:00 without seeking; the sentence counts all 20. ' +
        '2 newer listeners count once there are three of them. ' +
        '1 listener is left out: tests, reviewers of an earlier version, accounts linked with yours, or accounts that ' +
        'stay to the end of nearly everything.',
    ));

  test('says when a missing line will appear', () =>
    expect(basisSentence({ ...staying, listeners: 5, curveListeners: 0 })).toBe(
      'The line appears once 5 listeners have heard 0:00 to 1:00 without seeking; the sentence counts all 5.',
    ));
});

test('a rating says how many reviews it leaves out', () => {
  expect(ratingSentences({ rating, reviewsLeftOut: 0 })).toEqual(['likely 3.5 to 4.2']);
  expect(ratingSentences({ rating, reviewsLeftOut: 2 })).toEqual([
    'likely 3.5 to 4.2',
    'without 2 reviews by accounts linked with yours',
  ]);
});
