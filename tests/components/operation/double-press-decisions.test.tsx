import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Received } from '#contract/call.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { reviewToDecide as review } from '#tests/support/people/review-to-decide.ts';
import { waitingPayout } from '#tests/support/people/waiting-payout.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { isReady, isWithin, pressAtOnce, type Spot, spotOf } from '#tests/support/screens/presses.ts';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { PayoutsTab } from '#web/operation/admin/payouts/payouts-tab.tsx';
import { ReviewsTab } from '#web/operation/admin/reviews/reviews-tab.tsx';

// The timers of the page stand still, so a press comes exactly as long after another as a test says.
beforeEach(() => {
  signInAs({ role: 'admin' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

/** Until the page shows this, in no time of its own. */
const until = (isShown: () => boolean) =>
  expect
    .poll(() => {
      pass(0);
      return isShown();
    })
    .toBe(true);

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Until what a press could have set off has been sent and shown. */
async function settled(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) {
    await nextFrame();
    pass(0);
  }
}

/** Longer than the pause of the rows. */
const aMoment = 750;

async function readySpot(target: Locator): Promise<Spot> {
  await until(() => target.query() !== null);
  pass(aMoment);
  await until(() => isReady(target));
  return spotOf(target);
}

const amount = cents(600);
const soon = '2026-03-02T10:00:10Z';
const nameOf = (payout: PendingPayout | undefined) => payout?.displayName ?? '';
let payouts: PendingPayout[];
let reads: readonly unknown[];
let decided: readonly Received<typeof api.admin.decidePayout>[];
let undone: readonly Received<typeof api.admin.undoPayoutApprovals>[];
const approvals = () => decided.filter(({ body }) => body.status === 'completed').length;
const waiting = () => payouts.filter(({ completesAt }) => completesAt === null);

function setApproved(ids: readonly string[], completesAt: string | null): void {
  payouts = payouts.map((payout) => (ids.includes(payout.id) ? { ...payout, completesAt } : payout));
}

/** @param approved are about to be completed: up to five by name, above them in one line, which then moves no row. */
async function showPayouts({ pending, approved }: { pending: number; approved: number }): Promise<void> {
  payouts = Array.from({ length: approved + pending }, (_, place) =>
    waitingPayout(place, { amountCents: amount, completesAt: place < approved ? soon : null }),
  );
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  reads = answerCall(api.admin.listPendingPayouts, () => ({
    items: payouts,
    nextCursor: null,
    oldest: null,
  }));
  decided = answerCall(api.admin.decidePayout, ({ params: { payoutId } }) => {
    setApproved([payoutId], soon);
    return { id: payoutId, status: 'pending' as const, processedAt: null, completesAt: soon };
  });
  undone = answerCall(api.admin.undoPayoutApprovals, ({ body: { payoutIds } }) => {
    setApproved(payoutIds, null);
    return { outcomes: payoutIds.map((id) => ({ id, outcome: 'done' as const })) };
  });
  await show(<PayoutsTab />);
  await until(() => payoutRows() === pending);
}

const payoutRows = () => document.querySelectorAll('tbody tr').length;
const approve = (payout: PendingPayout | undefined) =>
  page.getByRole('button', { name: `Approve $6.00 for ${nameOf(payout)}` });
const undo = (payout: PendingPayout | undefined) =>
  page.getByRole('button', { name: `Undo ${nameOf(payout)}, $6.00` });

/** Approves the first row by a press that is meant. */
async function approveFirst(): Promise<Spot> {
  const [first] = waiting();
  const spot = await readySpot(approve(first));
  pressAtOnce(spot);
  await until(() => approve(first).query() === null);
  return spot;
}

test.each([50, 200, 300, 500])(
  'a double press on Approve decides exactly one payout if its presses are %d ms apart',
  async (apart) => {
    await showPayouts({ pending: 3, approved: 6 });
    const [first, second] = waiting();
    const spot = await approveFirst();
    expect(isWithin(spot, approve(second).element())).toBe(true);
    pass(apart);
    pressAtOnce(spot);
    await settled();
    expect(decided.map(({ params, body }) => [params.payoutId, body.status])).toEqual([
      [first?.id, 'completed'],
    ]);
    expect(payoutRows()).toBe(2);
    expect(undone).toEqual([]);
    await expect
      .element(page.getByRole('alert').filter({ hasText: `${nameOf(first)}, $6.00` }))
      .toBeVisible();
  },
);

test('a second press that comes before the answer, or just after the page shows it, decides nothing, and meant presses work on', async () => {
  await showPayouts({ pending: 4, approved: 0 });
  const [first] = waiting();
  const spot = await readySpot(approve(first));
  pressAtOnce(spot);
  pressAtOnce(spot);
  await nextFrame();
  pressAtOnce(spot);
  while (reads.length < 2) await nextFrame();
  pressAtOnce(spot);
  await until(() => undo(first).query() !== null);
  pressAtOnce(spot);
  await settled();
  expect(decided.map(({ params }) => params.payoutId)).toEqual([first?.id]);
  expect(page.getByRole('button', { name: /^Undo/ }).all()).toHaveLength(1);
  await approveFirst();
  await approveFirst();
  expect(new Set(decided.map(({ params }) => params.payoutId)).size).toBe(3);
  expect(payoutRows()).toBe(1);
});

test('a double press on Undo takes back one approval', async () => {
  await showPayouts({ pending: 1, approved: 4 });
  const [first] = payouts;
  const spot = await readySpot(undo(first));
  pressAtOnce(spot);
  await until(() => undo(first).query() === null);
  pass(200);
  pressAtOnce(spot);
  await settled();
  expect(undone.map(({ body }) => body.payoutIds)).toEqual([[first?.id]]);
  expect(payoutRows()).toBe(2);
  expect(page.getByRole('button', { name: /^Undo/ }).all()).toHaveLength(3);
  expect(decided).toEqual([]);
});

test('after a press, a key decides the row that has the focus, once', async () => {
  await showPayouts({ pending: 4, approved: 0 });
  await approveFirst();
  const [next] = waiting();
  await userEvent.keyboard('ja');
  await until(() => undo(next).query() !== null);
  pass(200);
  await userEvent.keyboard('a');
  await settled();
  expect(approvals()).toBe(2);
  expect(payoutRows()).toBe(2);
});

test('a held key opens one dialog and types nothing, and a double press on Cancel does not reach the row below', async () => {
  await showPayouts({ pending: 9, approved: 0 });
  await userEvent.keyboard('j{r>6/}');
  const reason = page.getByLabelText('Reason');
  await until(() => reason.query() !== null);
  await expect.element(reason).toHaveFocus();
  await expect.element(reason).toHaveValue('');
  const spot = await readySpot(page.getByRole('button', { name: 'Cancel' }));
  pressAtOnce(spot);
  await until(() => page.getByRole('dialog').query() === null);
  expect([...document.querySelectorAll('tbody tr')].some((row) => isWithin(spot, row))).toBe(true);
  pass(200);
  expect(pressAtOnce(spot)?.closest('table')).toBeNull();
  await settled();
  expect(decided).toEqual([]);
  expect(page.getByRole('dialog').query()).toBeNull();
  expect(payoutRows()).toBe(9);
});

test('a double press in the Reviews tab decides exactly one review, and keys work right after', async () => {
  const places = [0, 1, 2, 3, 4, 5];
  let reviews = places.map((place) => review(place));
  answerCall(api.admin.listReviewsToDecide, () => ({ items: reviews, nextCursor: null }));
  const sent = answerCall(api.admin.decideReviews, ({ body: { reviewIds } }) => {
    reviews = reviews.filter(({ id }) => !reviewIds.includes(id));
    return { outcomes: reviewIds.map((id) => ({ id, outcome: 'done' as const })) };
  });
  await show(<ReviewsTab />);
  const rows = () => page.getByRole('article').all().length;
  const approveReview = (place: number) =>
    page.getByRole('button', { name: `Approve the review of Track ${place} by Otis` });
  // The first decision brings the line above the rows; from the second one on, each row takes the place of the last.
  for (const [place, apart] of [50, 200, 300].entries()) {
    const spot = await readySpot(approveReview(place));
    pressAtOnce(spot);
    await until(() => rows() === 5 - place);
    expect(isWithin(spot, approveReview(place + 1).element())).toBe(place > 0);
    pass(apart);
    pressAtOnce(spot);
    await settled();
    expect(sent).toHaveLength(place + 1);
  }
  // No pause for who works by keys: each names its row.
  for (let left = 2; left >= 0; left -= 1) {
    await userEvent.keyboard('ja');
    await until(() => rows() === left);
  }
  expect(sent.map(({ body }) => body.reviewIds)).toEqual(places.map((place) => [review(place).id]));
});
