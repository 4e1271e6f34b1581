import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { answerCall } from '#tests/support/api-stand-in.ts';
import { show, signInAs } from '#tests/support/component-frame.tsx';
import { answerQuestions, asksBeforeLeaving } from '#tests/support/leaving.ts';
import { aServedTrack } from '#tests/support/served-track.ts';
import { UnpaidTrack } from '#web/reviews/unpaid-track.tsx';

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
  expect(asked).toHaveBeenCalledExactlyOnceWith('Skip this track? What you typed here is lost.');
  expect(skipped).toEqual([]);
  await note.fill('');
  await skip.click();
  await expect.poll(() => skipped.length).toBe(1);
  expect(asked).toHaveBeenCalledOnce();
});
