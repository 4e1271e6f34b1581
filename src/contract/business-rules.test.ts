import { describe, expect, test } from 'vitest';
import {
  blindTitle,
  countWords,
  experience,
  genreKeys,
  genreLabel,
  isGenre,
  maximumMasterBytes,
  maximumPictureBytes,
  maximumUploadBytes,
  minimumPayout,
  minimumReviewWords,
  monthlyFreeCredits,
  passwordLength,
  payoutBusinessDays,
  payoutHistoryLength,
  plans,
  playbackLinkSeconds,
  promisedPayoutDate,
  queueGenre,
  type ReviewProgress,
  requiredListeningSeconds,
  reviewButton,
  rewardPerReview,
  secondsToUnlock,
  shownMegabytes,
  trackKind,
  withoutPlan,
} from './business-rules.ts';
import { formatCents } from './cents.ts';

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
const ready: ReviewProgress = { submitting: false, rating: 5, comment: words(45), listenedSeconds: 60 };

describe('the constants of the specification', () => {
  test('a review takes 60 seconds and 45 words and earns $0.15; a payout takes $5.00', () => {
    expect([requiredListeningSeconds, minimumReviewWords]).toEqual([60, 45]);
    expect([rewardPerReview, minimumPayout].map(formatCents)).toEqual(['$0.15', '$5.00']);
    expect(payoutBusinessDays).toEqual({ least: 3, most: 5 });
    expect(payoutHistoryLength).toBe(10);
  });

  test('files, links, passwords and free uploads have their specified limits', () => {
    expect(maximumUploadBytes).toBe(52_428_800);
    expect(maximumPictureBytes).toBe(10_485_760);
    const limits = [maximumMasterBytes, maximumUploadBytes, maximumPictureBytes];
    expect(limits.map(shownMegabytes)).toEqual(['200MB', '50MB', '10MB']);
    expect(playbackLinkSeconds).toBe(3600);
    expect(passwordLength).toEqual({ least: 8, most: 128 });
    expect(monthlyFreeCredits).toBe(1);
    expect(experience).toEqual({ approvedReview: 10, uploadedTrack: 50 });
  });

  test.each([
    ['basic', 'Indie', '$29.00', 2, 1, 10, 40],
    ['pro', 'Major', '$49.00', 5, 2, 20, 100],
    ['unlimited', 'Icon', '$99.00', null, 3, 30, 205],
    ['icon', 'Icon', '$0.00', 50, 1, 30, 60],
  ] as const)(
    'the plan %s is %s for %s a month',
    (plan, label, price, uploads, weight, target, includedReviews) => {
      const { pricePerMonth, ...terms } = plans[plan];
      expect(formatCents(pricePerMonth)).toBe(price);
      expect(terms).toEqual({
        label,
        uploadsLimit: uploads,
        priorityWeight: weight,
        reviewTarget: target,
        includedReviews,
      });
    },
  );

  test('a blind track is called Blind listening', () => {
    expect(blindTitle).toBe('Blind listening');
  });

  test('a track without a plan asks for five reviews at the lowest priority', () => {
    expect(withoutPlan).toEqual({ priorityWeight: 1, reviewTarget: 5 });
  });
});

describe('the words of a review', () => {
  test.each([
    ['', 0],
    ['   ', 0],
    ['one', 1],
    ['  one   two  ', 2],
    ['one\ttwo\nthree\r\nfour\u00a0five\u2003six', 6],
    ['well-made, I’d say...', 3],
    ['!', 1],
    [words(44), 44],
    [words(45), 45],
  ])('%j has %i', (comment, count) => {
    expect(countWords(comment)).toBe(count);
  });
});

test.each([
  [0, 60],
  [0.01, 60],
  [1, 59],
  [59, 1],
  [59.01, 1],
  [59.999, 1],
  [60, 0],
  [60.01, 0],
  [3600, 0],
])('after %d seconds of listening %i remain', (listened, left) => {
  expect(secondsToUnlock(listened)).toBe(left);
});

describe('the submit button of a review', () => {
  const button = (part: Partial<ReviewProgress>) => reviewButton({ ...ready, ...part });

  test.each([
    ['without a word', { comment: '' }, 'Need 45 more words'],
    ['with 43 words', { comment: words(43) }, 'Need 2 more words'],
    ['with 44 words', { comment: words(44) }, 'Need 1 more words'],
    ['after no listening', { listenedSeconds: 0 }, 'Listen for 60s more to submit'],
    ['after 58.9 seconds', { listenedSeconds: 58.9 }, 'Listen for 2s more to submit'],
    ['after 59.01 seconds', { listenedSeconds: 59.01 }, 'Listen for 1s more to submit'],
    ['without stars', { rating: 0 }, 'Submit Review (Pending Approval)'],
    ['while a question is unanswered', { isUnanswered: true }, 'Submit Review (Pending Approval)'],
    ['while it is being sent', { submitting: true }, 'Submitting...'],
  ])('is disabled %s', (_when, part, text) => {
    expect(button(part)).toEqual({ text, enabled: false });
  });

  test('asks for words before seconds, and shows that it is submitting before either', () => {
    expect(button({ comment: words(44), listenedSeconds: 0 }).text).toBe('Need 1 more words');
    expect(button({ submitting: true, comment: '', listenedSeconds: 0 }).text).toBe('Submitting...');
  });

  test.each([
    ['at 45 words, 60 seconds and five stars', {}],
    ['at one star', { rating: 1 }],
    ['at 46 words', { comment: words(46) }],
    ['at 61 seconds', { listenedSeconds: 61 }],
  ])('is enabled %s', (_when, part) => {
    expect(button(part)).toEqual({ text: 'Submit Review (Pending Approval)', enabled: true });
  });
});

describe('genres', () => {
  test('there are 16, stored in lowercase', () => {
    expect(genreKeys).toEqual([
      'hip hop',
      'pop',
      'rock',
      'electronic',
      'r&b',
      'country',
      'jazz',
      'classical',
      'reggae',
      'folk',
      'blues',
      'punk',
      'metal',
      'alternative',
      'indie',
      'other',
    ]);
  });

  test('each is shown as its key, capitalized', () => {
    expect(genreKeys.map((genre) => genreLabel(genre).toLowerCase())).toEqual(genreKeys);
    expect([genreLabel('hip hop'), genreLabel('r&b'), genreLabel('pop')]).toEqual(['Hip Hop', 'R&B', 'Pop']);
    expect(trackKind({ genre: 'r&b' })).toBe('R&B');
  });

  test('a name outside the list is not a genre', () => {
    expect(genreKeys.every(isGenre)).toBe(true);
    expect(['polka', 'Pop', ''].filter(isGenre)).toEqual([]);
    expect(genreLabel('polka')).toBe('polka');
  });

  test.each([
    ['hip hop', 'Hip-Hop'],
    ['Hip-Hop', 'Hip-Hop'],
    ['hiphop', 'Hip-Hop'],
    ['rap', 'Hip-Hop'],
    ['r&b', 'R&B'],
    ['rb', 'R&B'],
    ['rnb', 'R&B'],
    ['pop', 'Pop'],
    ['rock', 'Rock'],
    ['electronic', 'Electronic/EDM'],
    ['Electronic/EDM', 'Electronic/EDM'],
    ['edm', 'Electronic/EDM'],
    ['dance', 'Electronic/EDM'],
    ['techno', 'Electronic/EDM'],
    ['house', 'Electronic/EDM'],
    ['classical', 'Classical'],
    ['jazz', 'Jazz'],
    ['alternative', 'Alternative'],
    ['indie', 'Alternative'],
    ['alt', 'Alternative'],
    ['country', 'Alternative'],
    ['reggae', 'Alternative'],
    ['folk', 'Alternative'],
    ['blues', 'Alternative'],
    ['punk', 'Alternative'],
    ['metal', 'Alternative'],
    ['other', 'Alternative'],
    ['drum and bass', 'Alternative'],
    ['', 'Alternative'],
  ])('the queue shows %j as %s', (stored, badge) => {
    expect(queueGenre(stored)).toBe(badge);
  });

  test('the queue knows each of the 16', () => {
    const badges = new Set(genreKeys.map(queueGenre));
    expect([...badges].sort()).toEqual([
      'Alternative',
      'Classical',
      'Electronic/EDM',
      'Hip-Hop',
      'Jazz',
      'Pop',
      'R&B',
      'Rock',
    ]);
  });
});

describe('a payout is promised by the end of the fifth business day', () => {
  // 1 June 2026 is a Monday.
  test.each([
    ['Monday', '2026-06-01', '2026-06-08'],
    ['Tuesday', '2026-06-02', '2026-06-09'],
    ['Wednesday', '2026-06-03', '2026-06-10'],
    ['Thursday', '2026-06-04', '2026-06-11'],
    ['Friday', '2026-06-05', '2026-06-12'],
    ['Saturday', '2026-06-06', '2026-06-12'],
    ['Sunday', '2026-06-07', '2026-06-12'],
    ['Wednesday at the turn of the year', '2025-12-31', '2026-01-07'],
    ['Thursday before a leap day', '2028-02-24', '2028-03-02'],
  ])('requested on a %s', (_day, asked, promised) => {
    for (const time of ['00:00:00.000', '12:30:00.000', '23:59:59.999']) {
      expect(promisedPayoutDate(new Date(`${asked}T${time}Z`)).toISOString()).toBe(
        `${promised}T23:59:59.999Z`,
      );
    }
  });

  test('the date of the request is not changed', () => {
    const requestedAt = new Date('2026-06-01T12:00:00.000Z');
    promisedPayoutDate(requestedAt);
    expect(requestedAt.toISOString()).toBe('2026-06-01T12:00:00.000Z');
  });
});
