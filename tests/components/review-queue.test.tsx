import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { answerCall, refused } from '#tests/support/api-stand-in.ts';
import { show, signInAs } from '#tests/support/component-frame.tsx';
import { ReviewQueuePage } from '#web/reviews/review-queue-page.tsx';

test('who has opened too many tracks reads the bound and its end, and goes on by a review', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  const lastTrackId = '00000000-0000-4000-8000-0000000000f1';
  const asked = answerCall(api.listening.nextTrack, () =>
    refused('tracks_opened', { most: 6, retryAfterSeconds: 5400, lastTrackId }),
  );
  await show(<ReviewQueuePage />, '/app/review');
  await expect
    .element(
      page.getByText(
        'You have opened 6 tracks in 24 hours without reviewing them. Review one of them to go on, or come back in 1 h 30 min.',
      ),
    )
    .toBeVisible();
  await page.getByRole('link', { name: 'Review the last one' }).click();
  await expect.poll(() => asked.at(-1)?.body.trackId).toBe(lastTrackId);
  expect(page.getByText('Error', { exact: true }).query()).toBeNull();
});

test('an empty queue that cannot be refreshed stays on the page, and a message says so', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  let works = true;
  answerCall(api.listening.nextTrack, () =>
    works
      ? {
          track: null,
          refusedWish: null,
          bound: null,
          waiting: null,
          empty: { likelyAt: null, isAsked: false, mayListenUnpaid: false },
        }
      : refused('not_found', {}),
  );
  await show(<ReviewQueuePage />, '/app/review');
  await expect.element(page.getByRole('heading', { name: 'No tracks to review' })).toBeVisible();
  works = false;
  await page.getByRole('button', { name: 'Refresh Queue' }).click();
  await expect
    .element(page.getByText('Failed to load next track. Please try again.', { exact: true }))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No tracks to review' })).toBeVisible();
});
