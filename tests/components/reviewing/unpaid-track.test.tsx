import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { answerQuestions, asksBeforeLeaving } from '#tests/support/people/leaving.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { ReviewQueuePage } from '#web/reviewing/reviews/review-queue-page.tsx';
import { UnpaidTrack } from '#web/reviewing/reviews/unpaid-track.tsx';

test('Skip asks before it loses a note without pay, and not where there is none', async () => {
  signInAs({ userType: 'listener' });
  const skipped = answerCall(api.listening.skipTrack, () => ({}));
  await show(<UnpaidTrack track={{ ...aServedTrack, isUnpaid: true }} onDone={async () => undefined} />);
  const asked = answerQuestions(false);
  const note = page.getByLabelText('A note for the artist (optional)');
  const skip = page.getByRole('button', { name: 'Skip track' });
  await note.fill('The bass carries it.');
  expect(asksBeforeLeaving()).toBe(true);
  await skip.click();
  expect(asked).toHaveBeenCalledExactlyOnceWith('Skip this track? What you entered here is lost.');
  expect(skipped).toEqual([]);
  await note.fill('');
  await skip.click();
  await expect.poll(() => skipped.length).toBe(1);
  expect(asked).toHaveBeenCalledOnce();
});

test('a note that is sent or skipped asks nothing more when the queue moves on', async () => {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  const next = { ...aServedTrack, trackId: '00000000-0000-4000-8000-0000000000a2', title: 'Day Train' };
  answerCall(api.listening.nextTrack, ({ body }) => ({
    track: { ...(body.trackId === undefined ? next : aServedTrack), isUnpaid: true },
    ...{ bound: null, waiting: null, empty: null, refusedWish: null },
  }));
  answerCall(api.listening.answerUnpaid, () => ({}));
  await show(<ReviewQueuePage />, `/app/review?track=${aServedTrack.trackId}`);
  const asked = answerQuestions(false);
  await page.getByRole('radio', { name: '4 stars' }).click({ force: true });
  await page.getByLabelText('A note for the artist (optional)').fill('The bass carries it.');
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Day Train' })).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
});
