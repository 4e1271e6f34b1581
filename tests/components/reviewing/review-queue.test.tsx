import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import type { Comparison, ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { ReviewQueuePage } from '#web/reviewing/reviews/review-queue-page.tsx';
import { tellServedNews } from '#web/served-news.ts';

const nextTrack = { ...aServedTrack, trackId: '00000000-0000-4000-8000-0000000000a2', title: 'Day Train' };

test('a listener at the limit of opened tracks sees the limit and its end, and can continue with a review', async () => {
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
        'You have opened 6 tracks in 24 hours without reviewing them. Review one of them to continue, or come back in 1 h 30 min.',
      ),
    )
    .toBeVisible();
  await page.getByRole('link', { name: 'Review the last one' }).click();
  await expect.poll(() => asked.at(-1)?.body.trackId).toBe(lastTrackId);
  expect(page.getByText('Error', { exact: true }).query()).toBeNull();
});

test('an empty queue that fails to refresh stays on the page with a message for each attempt', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  let works = true;
  const asked = answerCall(api.listening.nextTrack, () =>
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
  const failed = page.getByText('Failed to load next track. Please try again.', { exact: true });
  const close = page.getByRole('button', { name: 'Close message' });
  const refresh = page.getByRole('button', { name: 'Refresh Queue' });
  for (const press of [2, 3]) {
    await refresh.click();
    await expect.poll(() => asked.length).toBe(press);
    await expect.element(failed).toBeVisible();
    await close.click();
    await expect.element(failed).not.toBeInTheDocument();
  }
  await expect.element(page.getByRole('heading', { name: 'No tracks to review' })).toBeVisible();
});

test('a review sent in another tab ends this one at the first words typed here, which says so once', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.listening.comingTrack, () => ({ track: null }));
  const saved = answerCall(api.reviews.keepDraft, () => refused('already_reviewed', {}));
  const asked = answerCall(api.listening.nextTrack, ({ body }) => ({
    track: body.trackId === undefined ? aServedTrack : nextTrack,
    bound: null,
    waiting: null,
    empty: null,
    refusedWish: body.trackId === undefined ? null : ('already_reviewed' as const),
  }));
  await show(<ReviewQueuePage />, '/app/review');
  const comment = page.getByRole('textbox', { name: 'Your review' });
  await comment.fill('The bass');
  await expect.element(page.getByRole('heading', { name: 'Day Train' })).toBeVisible();
  await expect
    .element(page.getByText('You’re no longer reviewing this track', { exact: true }))
    .toBeVisible();
  await expect.element(comment).toHaveValue('');
  expect([saved.length, asked.map(({ body }) => body.trackId)]).toEqual([
    1,
    [undefined, aServedTrack.trackId],
  ]);
});

/** The queue, whose next track is served once the first was skipped or lost. */
async function showQueue() {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.listening.comingTrack, () => ({ track: null }));
  let served = 0;
  answerCall(api.listening.nextTrack, () => {
    served += 1;
    const track = served === 1 ? aServedTrack : nextTrack;
    return { track, bound: null, waiting: null, empty: null, refusedWish: null };
  });
  await show(<ReviewQueuePage />, '/app/review');
  await expect.element(page.getByRole('heading', { name: aServedTrack.title })).toBeVisible();
}

const skip = () => page.getByRole('button', { name: 'Skip track' });

test('a track that was skipped in another tab is left by Skip track, too', async () => {
  await showQueue();
  const skips = answerCall(api.listening.skipTrack, () => refused('not_assigned', {}));
  await skip().click();
  await expect.element(page.getByRole('heading', { name: 'Day Train' })).toBeVisible();
  expect(skips.length).toBe(1);
  expect(page.getByText('Error', { exact: true }).query()).toBeNull();
});

test('two presses on Skip track, however fast, skip one track', async () => {
  await showQueue();
  const skips = answerCall(api.listening.skipTrack, () => ({}));
  await expect.element(skip()).toBeVisible();
  const button = skip().element();
  if (!(button instanceof HTMLElement)) throw new Error('It is no button.');
  button.click();
  // The next press may come before any timer.
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  button.click();
  await expect.element(page.getByRole('heading', { name: 'Day Train' })).toBeVisible();
  expect(skips.length).toBe(1);
});

const version = (place: number) => ({
  id: `00000000-0000-4000-8000-0000000000b${place}`,
  playbackLink: { url: '/audio/none', expiresAt: '2026-03-02T10:00:00Z' },
  durationSeconds: 90,
  level: 1,
  secondsToHear: 30,
});
const blind: Comparison = {
  a: version(1),
  b: version(2),
  version: 3,
  formerVersion: 2,
  choice: null,
  newSide: null,
};

/** A comparison that is served for as long as `serves` is set. */
async function showComparison(comparison: Comparison) {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.listening.comingTrack, () => ({ track: null }));
  const heard = { ...aServedTrack.progress, listenedSeconds: 60, unlocked: true };
  const compared: ServedTrack = {
    ...aServedTrack,
    comparison,
    progress: { ...heard, compared: { a: 30, b: 30 } },
  };
  const now = { track: compared, serves: true };
  const asked = answerCall(api.listening.nextTrack, () =>
    now.serves
      ? { track: now.track, bound: null, waiting: null, empty: null, refusedWish: null }
      : refused('not_found', {}),
  );
  answerCall(api.listening.recordPlayEvent, () => heard);
  await show(<ReviewQueuePage />, '/app/review');
  await expect.element(page.getByRole('button', { name: 'Hear A' })).toBeVisible();
  const endComparison = () => {
    now.serves = false;
    now.track = { ...compared, comparison: null, progress: heard };
  };
  return { now, asked, endComparison };
}

/** A comparison whose former version goes away; the track is served without it once `serves` is set again. */
async function loseFormerVersion(comparison: Comparison) {
  const { now, asked, endComparison } = await showComparison(comparison);
  endComparison();
  tellServedNews();
  await expect.element(page.getByText('The previous version is gone', { exact: true })).toBeVisible();
  await expect.poll(() => asked.length).toBe(2);
  return now;
}

const notLoaded = page.getByRole('region', { name: 'The new version did not load' });

test('if the former version is deleted after both were heard, Retry loads the review of the new one', async () => {
  const now = await loseFormerVersion(blind);
  const why = 'The previous version is gone, and the new one failed to load. Please try again.';
  await expect.element(page.getByText(why, { exact: true })).toBeVisible();
  await expect.element(notLoaded).toBeVisible();
  now.serves = true;
  await notLoaded.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Your review' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Hear A' })).not.toBeInTheDocument();
});

test('a review in progress after the choice stays if the former version is deleted and the reload fails', async () => {
  await loseFormerVersion({ ...blind, choice: 'a', newSide: 'a' });
  await expect.element(page.getByText('Error', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Your review' })).toBeVisible();
  await expect.element(notLoaded).not.toBeInTheDocument();
});

test('if the former version is deleted before the choice, the page offers to retry loading the new one', async () => {
  const { now, endComparison } = await showComparison(blind);
  answerCall(api.listening.chooseVersion, () => refused('comparison_over', {}));
  endComparison();
  await page.getByRole('button', { name: 'No difference' }).click();
  await expect.element(notLoaded).toBeVisible();
  now.serves = true;
  await notLoaded.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Your review' })).toBeVisible();
});

test('an earlier failure is not shown again while the new version loads', async () => {
  const { now, asked, endComparison } = await showComparison(blind);
  answerCall(api.listening.chooseVersion, () => refused('chosen_already', {}));
  now.serves = false;
  await page.getByRole('button', { name: 'No difference' }).click();
  await expect.poll(() => asked.length).toBe(2);
  await expect.element(page.getByRole('button', { name: 'Hear A' })).toBeVisible();
  endComparison();
  const loaded = Promise.withResolvers<void>();
  const whole = now.track;
  answerCall(api.listening.nextTrack, async () => {
    await loaded.promise;
    return { track: whole, bound: null, waiting: null, empty: null, refusedWish: null };
  });
  tellServedNews();
  await expect.element(page.getByText('The previous version is gone', { exact: true })).toBeVisible();
  await expect.element(notLoaded).not.toBeInTheDocument();
  expect(page.getByText('the new one failed to load', { exact: false }).query()).toBeNull();
  loaded.resolve();
  await expect.element(page.getByRole('textbox', { name: 'Your review' })).toBeVisible();
});
