import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { ReviewQueuePage } from '#web/reviewing/reviews/review-queue-page.tsx';

// The code of this part cannot be fetched, as after an update of the server.
vi.mock('#web/reporting/report-dialog.tsx', () => {
  throw new Error('gone');
});

test('a part of the review page whose code fails to load says so, and the rest still works', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  answerCall(api.listening.nextTrack, () => ({
    ...{ track: aServedTrack, bound: null, waiting: null, empty: null, refusedWish: null },
  }));
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.reviews.keepDraft, ({ body }) => ({ revision: body.seen + 1, draft: body.draft }));
  await show(<ReviewQueuePage />, '/app/review');
  const missing = page.getByRole('alert').filter({ hasText: 'This part of the page didn’t load.' });
  await page.getByRole('button', { name: /^Report/ }).click();
  await expect.poll(() => missing.elements().length).toBe(1);
  await expect.element(missing.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  const review = page.getByRole('textbox', { name: 'Your review' });
  await review.fill('The bass line stays.');
  await expect.element(review).toHaveValue('The bass line stays.');
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});
