import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { answerCall } from '#tests/support/api-stand-in.ts';
import { show } from '#tests/support/component-frame.tsx';
import { aServedTrack } from '#tests/support/served-track.ts';
import { TrackEnded } from '#web/reviews/track-ended.tsx';

async function showEnd(sendableUntil: string | null) {
  const skips = answerCall(api.listening.skipTrack, () => ({}));
  const done = vi.fn(async (): Promise<void> => undefined);
  await show(
    <TrackEnded
      track={aServedTrack}
      end={{ why: 'taken_down', sendableUntil }}
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
