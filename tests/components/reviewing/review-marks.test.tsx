import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { ReviewMark } from '#contract/reviewing/reviews/review-marks.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, noAnswer } from '#tests/support/stand-ins/api-stand-in.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { ReviewMarks } from '#web/reviewing/reviews/review-marks.tsx';

const trackId = '00000000-0000-4000-8000-0000000000a1';

const listOf = (mark: ReviewMark | null): Answer<typeof api.reviews.listTrackReviews> => ({
  items: [
    {
      id: '00000000-0000-4000-8000-0000000000b1',
      listenerName: 'Juno',
      rating: 4,
      comment: 'Slow start.',
      prompts: { worked: null, didNotWork: null, toChange: null },
      notes: [],
      moments: [],
      status: 'approved',
      isTakenDown: false,
      mark,
      press: null,
      createdAt: '2026-03-02T10:00:00Z',
    },
  ],
  nextCursor: null,
});

/** The marks as a list of reviews holds them, which follows what was kept. */
function Marks() {
  const { data } = useQuery({
    queryKey: queryKeys.reviews.ofTrack(trackId, null),
    queryFn: async () => ({
      pages: [await callApi(api.reviews.listTrackReviews, { params: { trackId }, query: {} })],
      pageParams: [''],
    }),
  });
  const review = data?.pages[0]?.items[0];
  return review && <ReviewMarks trackId={trackId} review={review} />;
}

async function showMarks(mark: ReviewMark | null) {
  answerCall(api.reviews.listTrackReviews, () => listOf(mark));
  const sent = answerCall(api.reviews.markReview, ({ body }) => body);
  await show(<Marks />);
  return sent;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const group = page.getByRole('group', { name: 'Your private mark of the review by Juno' });

beforeEach(() => signInAs({ userType: 'artist' }));

test('a mark is set, changed and removed by keyboard', async () => {
  const sent = await showMarks(null);
  await expect.element(group).toBeVisible();
  await expect.element(button('Useful')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.tab();
  await expect.element(button('Useful')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Useful')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await expect.element(button('Answered my question')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button('Useful')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard(' ');
  await expect.element(button('Answered my question')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(button('Answered my question')).toHaveFocus();
  await expect
    .poll(() => sent.map(({ body }) => body.mark))
    .toEqual([{ kind: 'useful' }, { kind: 'answered' }, null]);
});

test("'Not useful' asks why, and is stored with the reason", async () => {
  const sent = await showMarks(null);
  await button('Not useful').click();
  await expect.element(button('Not useful')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByText('Kept once you choose a reason.')).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: /Why was it not useful/ }).click();
  await page.getByRole('option', { name: 'It could be about any track' }).click();
  await expect.element(page.getByText('Kept once you choose a reason.')).not.toBeInTheDocument();
  await expect.element(button('Not useful')).toHaveAttribute('aria-pressed', 'true');
  expect(sent.map(({ body }) => body.mark)).toEqual([{ kind: 'not_useful', reason: 'too_general' }]);
});

test("'Not useful' without a reason is undone by pressing it again", async () => {
  const sent = await showMarks({ kind: 'useful' });
  await button('Not useful').click();
  await button('Not useful').click();
  await expect.element(button('Useful')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText('Why was it not useful?')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('if a mark is not saved, the stored one is shown', async () => {
  await showMarks({ kind: 'useful' });
  answerCall(api.reviews.markReview, noAnswer);
  await button('Answered my question').click();
  await expect.element(page.getByText('The mark was not saved')).toBeVisible();
  await expect.element(button('Useful')).toHaveAttribute('aria-pressed', 'true');
});
