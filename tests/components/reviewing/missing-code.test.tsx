import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { aChosenMp3 } from '#tests/support/files/chosen-mp3.ts';
import { holdUploads } from '#tests/support/people/held-uploads.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { UploadPage } from '#web/music/tracks/upload-page.tsx';
import { ReviewQueuePage } from '#web/reviewing/reviews/review-queue-page.tsx';

// The code of these parts cannot be fetched, as after an update of the server.
vi.mock('#web/reviewing/reviews/skip-track.tsx', () => {
  throw new Error('gone');
});
vi.mock('#web/reporting/report-dialog.tsx', () => {
  throw new Error('gone');
});
vi.mock('#web/reviewing/listening/moment-buttons.tsx', () => {
  throw new Error('gone');
});
vi.mock('#web/music/tracks/upload-running.tsx', () => {
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
  await expect.poll(() => missing.elements().length).toBe(1);
  await expect.element(missing.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await page.getByRole('button', { name: /^Report/ }).click();
  await expect.poll(() => missing.elements().length).toBe(2);
  const review = page.getByRole('textbox', { name: 'Your review' });
  await review.fill('The bass line stays.');
  await expect.element(review).toHaveValue('The bass line stays.');
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('an upload whose progress code fails to load offers no reload, can be canceled, and continues', async () => {
  signInAs({ userType: 'artist' });
  answerCall(api.subscriptions.getUploadEligibility, () => ({
    ...{ plan: 'basic' as const, uploadsLimit: 2, uploadsUsed: 1, canUpload: true },
    ...{ wait: null, forecast: null },
    ...{ includedReviews: null, source: 'subscription' as const, creditsRemaining: 0 },
    ...{ isPlanPaused: false, isCreditShared: false },
  }));
  const similar = { trackId: aServedTrack.trackId, title: 'Night Bus', version: 1 };
  answerCall(api.tracks.findSimilar, () => ({ isKnown: true, track: similar }));
  answerCall(api.tracks.readUpload, ({ params }) => ({ ...params, receivedBytes: 0, stored: null }));
  const sent = answerCall(api.tracks.createTrack, () => refused('file_missing', {}));
  const uploads = holdUploads();
  await show(<UploadPage />, '/app/upload');
  await expect.element(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
  chooseFile(new File([aChosenMp3()], 'night bus.mp3', { type: 'audio/mpeg' }));
  await page.getByLabelText('Title').fill('Night Bus');
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Metal' }).click();
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await expect.element(page.getByText(/Keep this page open/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Reload the page' }).elements()).toEqual([]);
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.stored();
  await expect.poll(() => sent.map(({ body }) => 'newVersionOf' in body)).toEqual([false]);
});

/** As the browser's own dialog does it, which no test can press. */
function chooseFile(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('The page has no place for a file.');
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
