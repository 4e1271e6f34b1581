import { expect, test } from 'vitest';
import { betweenText, findingText, panelText, placesOf, reviewsText } from './version-texts.ts';

const panel = { choosers: 12, finds70: 25, finds80: 56 };
const moving = { reviewTarget: 24, keptPlaces: 12, panel, forecast: null };
const staying = {
  reviewTarget: 20,
  keptPlaces: 10,
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
  moving,
  staying,
};

test('all texts use the places with or without the moved ones', () => {
  expect(placesOf(offer, true)).toBe(moving);
  expect(placesOf(offer, false)).toBe(staying);
  expect(reviewsText(moving)).toBe('It gets 24 reviews and costs one upload, like any track.');
  expect(panelText(offer, moving)).toContain('We hold 12 places for them for 5 days.');
  expect(panelText(offer, staying)).toContain('We hold 10 places for them for 5 days.');
});

test('without reserved places the text says why', () => {
  expect(panelText({ ...offer, returningReviewers: 1 }, { ...staying, keptPlaces: 0 })).toBe(
    '1 listener who reviewed V2 can come back. A comparison needs five of them, so every place is open to everyone.',
  );
  expect(panelText({ ...offer, returningReviewers: 0 }, { ...staying, keptPlaces: 0 })).toBe(
    'Nobody who reviewed V2 can come back yet, so nobody compares the two. Every place is open to everyone.',
  );
});

test('one reserved place is singular', () => {
  expect(panelText(offer, { ...staying, keptPlaces: 1 })).toContain('We hold 1 place for them for 5 days.');
});

test('the likely result of a panel is shown before', () => {
  expect(findingText(moving)).toBe(
    'If 80 of 100 listeners prefer one version, a panel of 12 finds it 56 times in 100. If 70 do, 25 times. Otherwise it is too close to call.',
  );
  expect(findingText({ ...moving, panel: null })).toContain('only see counts');
});

test('without a panel there is no text about a winner', () => {
  expect(findingText({ ...moving, keptPlaces: 0, panel: null })).toBeNull();
});

test('versions between the new one and the one it follows are named', () => {
  expect(betweenText({ version: 3, formerVersion: 2 })).toBeNull();
  expect(betweenText({ version: 3, formerVersion: 1 })).toBe(
    'V2 of this track exists already. V3 is compared with V1.',
  );
});
