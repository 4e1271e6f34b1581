import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { ReviewQueuePage } from '#web/reviewing/reviews/review-queue-page.tsx';
import { TrackEnded } from '#web/reviewing/reviews/track-ended.tsx';
import { tellServedNews } from '#web/served-news.ts';

async function showEnd(sendableUntil: string | null) {
  const skips = answerCall(api.listening.skipTrack, () => ({}));
  const done = vi.fn(async (): Promise<void> => undefined);
  await show(
    <TrackEnded
      track={aServedTrack}
      end={{ why: 'taken_down', sendableUntil }}
      hasText
      settle={async () => undefined}
      onDone={done}
    />,
  );
  return { skips, done };
}

const press = (name: string) => page.getByRole('button', { name }).click();

const loss = () => page.getByText(/“Next track” gives up this review: after that, you can’t send it/);

test('if a review can still be sent, the page says that the next track gives it up', async () => {
  const { skips, done } = await showEnd('2099-03-02T15:30:00Z');
  await expect.element(loss()).toBeVisible();
  await press('Next track');
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(skips.map(({ body }) => body.trackId)).toEqual([aServedTrack.trackId]);
});

test('if nothing can be sent, the next track opens without a warning', async () => {
  const { skips, done } = await showEnd(null);
  await expect.element(loss()).not.toBeInTheDocument();
  await press('Next track');
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(skips).toEqual([]);
});

const nothingElse = { bound: null, waiting: null, empty: null, refusedWish: null };
const noTracks = { likelyAt: null, isAsked: false, mayListenUnpaid: false };
const text = 'The first riff had me nodding before I knew it.';

test('if the artist deletes a track during its review, the page says so, keeps the text, and offers the next one', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.reviews.keepDraft, ({ body }) => ({ revision: body.seen + 1, draft: body.draft }));
  answerCall(api.listening.nextTrack, () => ({ ...nothingElse, track: aServedTrack }));
  await show(<ReviewQueuePage />, '/app/review');
  const comment = page.getByRole('textbox', { name: 'Your review' });
  await comment.fill(text);
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Skip track' })).toBeVisible();

  answerCall(api.listening.recordPlayEvent, () => refused('track_deleted', {}));
  tellServedNews();
  const notice = page.getByRole('alert').filter({ hasText: 'The artist deleted this track' });
  await expect.element(notice).toBeVisible();
  expect(page.getByRole('button', { name: 'Play', exact: true }).query()).toBeNull();
  expect(page.getByRole('button', { name: 'Skip track' }).query()).toBeNull();
  expect(page.getByText('You’re no longer reviewing this track').query()).toBeNull();
  await expect.element(comment).toHaveValue(text);
  answerCall(api.listening.nextTrack, () => ({ ...nothingElse, track: null, empty: noTracks }));
  await notice.getByRole('button', { name: 'Next track' }).click();
  await expect.element(page.getByText('No tracks to review')).toBeVisible();
});

test('if a track is deleted before anything is written, no form is left that can never be sent', async () => {
  // Its own address, because the text of another test is a draft of the same track.
  const untouched = { ...aServedTrack, trackId: '00000000-0000-4000-8000-0000000000ee' };
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.listening.nextTrack, () => ({ ...nothingElse, track: untouched }));
  await show(<ReviewQueuePage />, '/app/review');
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Your review' })).toBeVisible();
  answerCall(api.listening.recordPlayEvent, () => refused('track_deleted', {}));
  tellServedNews();
  await expect.element(page.getByText('It can’t be played or reviewed anymore.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Your review' })).not.toBeInTheDocument();
  expect(page.getByText(/Your text is still below/).query()).toBeNull();
});
