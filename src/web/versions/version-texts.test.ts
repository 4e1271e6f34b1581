import { expect, test } from 'vitest';
import type { NewVersionOffer } from '#contract/versions/versions.ts';
import { findingText, panelText, reviewsText } from './version-texts.ts';

const offer: NewVersionOffer = {
  formerId: '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11',
  formerTitle: 'Night Bus',
  genre: 'indie',
  version: 3,
  reviewTarget: 20,
  openPlaces: 4,
  returningReviewers: 14,
  panel: { choosers: 10, finds70: 15, finds80: 38 },
};

test('open places that move are part of the reviews of the new version, and half of all is kept', () => {
  expect(reviewsText(offer, false)).toBe('It gets 20 reviews and costs one upload, like any track.');
  expect(reviewsText(offer, true)).toBe('It gets 24 reviews and costs one upload, like any track.');
  expect(panelText(offer, false)).toContain('10 places are kept for them for 5 days.');
  expect(panelText(offer, true)).toContain('12 places are kept for them for 5 days.');
});

test('no more places are kept than listeners can return, and none below five', () => {
  expect(panelText({ ...offer, returningReviewers: 6 }, true)).toContain('6 places are kept');
  expect(panelText({ ...offer, returningReviewers: 1 }, true)).toBe(
    '1 listener who reviewed V2 can come back. A comparison takes five of them, so every place is open to everyone.',
  );
});

test('what a panel can find is said before', () => {
  expect(findingText(offer)).toBe(
    'If 80 of 100 listeners prefer one version, a panel of 10 finds it 38 times in 100. If 70 do, 15 times. Otherwise it is too close to call.',
  );
  expect(findingText({ ...offer, panel: null })).toContain('only see counts');
});
