import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { answerCall } from '#tests/support/api-stand-in.ts';
import { show, signInAs } from '#tests/support/component-frame.tsx';
import { aServedTrack } from '#tests/support/served-track.ts';
import { ReviewQueuePage } from '#web/reviews/review-queue-page.tsx';

// The code of these parts cannot be fetched, as after an update of the server.
vi.mock('#web/reviews/skip-track.tsx', () => {
  throw new Error('gone');
});
vi.mock('#web/report-dialog.tsx', () => {
  throw new Error('gone');
});
vi.mock('#web/listening/moment-buttons.tsx', () => {
  throw new Error('gone');
});

test('a part of the review page whose code cannot be fetched says so, and the rest goes on', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  answerCall(api.listening.nextTrack, () => ({
    ...{ track: aServedTrack, bound: null, waiting: null, empty: null, refusedWish: null },
  }));
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.reviews.keepDraft, ({ body }) => ({ revision: body.seen + 1, draft: body.draft }));
  await show(<ReviewQueuePage />, '/app/review');
  const missing = page.getByRole('alert').filter({ hasText: 'This part of the page didn’t load.' });
  await expect.poll(() => missing.elements().length).toBe(1);
  await expect.element(missing.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await page.getByRole('button', { name: /^Report/ }).click();
  await expect.poll(() => missing.elements().length).toBe(2);
  const review = page.getByRole('textbox', { name: 'Your review' });
  await review.fill('The bass line stays.');
  await expect.element(review).toHaveValue('The bass line stays.');
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});
