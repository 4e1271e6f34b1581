import { expect, test } from 'vitest';
import { betweenText, findingText, panelText, reviewsOf, reviewsText } from './version-texts.ts';

const panel = { choosers: 12, finds70: 25, finds80: 56 };
const takingBack = { reviews: 24, returning: 12, panel, forecast: null };
const leaving = {
  reviews: 20,
  returning: 10,
  panel: { choosers: 10, finds70: 15, finds80: 38 },
  forecast: null,
};
const offer = {
  formerId: '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11',
  formerTitle: 'Night Bus',
  genre: 'indie',
  version: 3,
  formerVersion: 2,
  openPlaces: 4,
  returningReviewers: 14,
  takingBack,
  leaving,
};

test('all texts use the reviews with or without those taken back', () => {
  expect(reviewsOf(offer, true)).toBe(takingBack);
  expect(reviewsOf(offer, false)).toBe(leaving);
  expect(reviewsText(takingBack)).toBe('It gets 24 reviews and costs one upload, like any track.');
  expect(panelText(offer, takingBack)).toContain('For 5 days, 12 reviews are for them first.');
  expect(panelText(offer, leaving)).toContain('For 5 days, 10 reviews are for them first.');
});

test('without reviews for returning listeners the text says why', () => {
  expect(panelText({ ...offer, returningReviewers: 1 }, { ...leaving, returning: 0 })).toBe(
    '1 listener who reviewed V2 can come back. A comparison needs five of them, so its reviews are open to everyone.',
  );
  expect(panelText({ ...offer, returningReviewers: 0 }, { ...leaving, returning: 0 })).toBe(
    'No one who reviewed V2 can come back yet, so there’s no one to compare them. V3 goes to new listeners.',
  );
});

test('one review for returning listeners is singular', () => {
  expect(panelText(offer, { ...leaving, returning: 1 })).toContain('For 5 days, 1 review is for them first.');
});

test('the likely result of a panel is shown before', () => {
  expect(findingText(takingBack)).toBe(
    '12 listeners will usually spot a clear winner (80/20). A smaller difference often comes out too close to call.',
  );
  expect(findingText(leaving)).toContain('10 listeners will sometimes spot a clear winner');
  expect(findingText({ ...takingBack, panel: null })).toContain('only see counts');
});

test('without a panel there is no text about a winner', () => {
  expect(findingText({ ...takingBack, returning: 0, panel: null })).toBeNull();
});

test('versions between the new one and the one it follows are named', () => {
  expect(betweenText({ version: 3, formerVersion: 2 })).toBeNull();
  expect(betweenText({ version: 3, formerVersion: 1 })).toBe(
    'V2 of this track exists already. V3 is compared with V1.',
  );
});
