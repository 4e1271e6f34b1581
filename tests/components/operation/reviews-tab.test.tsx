import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Received } from '#contract/call.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { ReviewFinding, ReviewToDecide } from '#contract/operation/admin/admin-reviews.ts';
import { reviewToDecide as review } from '#tests/support/people/review-to-decide.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, noAnswer } from '#tests/support/stand-ins/api-stand-in.ts';
import { platformStatsQuery } from '#web/operation/admin/admin-queries.ts';
import { LoadedFigures } from '#web/operation/admin/loaded-figures.tsx';
import { PlatformCards } from '#web/operation/admin/platform-cards.tsx';
import { ReviewsTab } from '#web/operation/admin/reviews/reviews-tab.tsx';

const finding = (rule: string, passed: boolean, detail: string): ReviewFinding => ({
  rule,
  version: 2,
  passed,
  detail,
});

let waiting: ReviewToDecide[];
let decisions: readonly Received<typeof api.admin.decideReviews>[];
beforeEach(() => {
  waiting = [review(1), review(2), review(3), review(4)];
  signInAs({ role: 'admin' });
  answerCall(api.admin.listReviewsToDecide, () => ({ items: waiting, nextCursor: null }));
  decisions = answerCall(api.admin.decideReviews, answerDecision);
});

function answerDecision({ body: { reviewIds } }: Received<typeof api.admin.decideReviews>) {
  waiting = waiting.filter(({ id }) => !reviewIds.includes(id));
  return { outcomes: reviewIds.map((id) => ({ id, outcome: 'done' as const })) };
}

/** Decisions are answered once the returned function is called. */
function holdDecisions(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  decisions = answerCall(api.admin.decideReviews, async (sent) => {
    await promise;
    return answerDecision(sent);
  });
  return resolve;
}

const row = (place: number) => page.getByRole('article', { name: `Review of Track ${place} by Otis` });
const approve = (place: number) =>
  page.getByRole('button', { name: `Approve the review of Track ${place} by Otis` });
const dialog = () => page.getByRole('dialog', { name: 'Reject this review?' });
const press = (key: string) => userEvent.keyboard(key);
const decided = () => decisions.map(({ body }) => body);
const approved = (place: number) => ({
  reviewIds: [review(place).id],
  decision: { status: 'approved' },
});

async function showTab(): Promise<void> {
  await show(<ReviewsTab />);
  await expect.element(page.getByRole('article').first()).toBeVisible();
}

test('j and k move between reviews, and a approves the focused one', async () => {
  await showTab();
  await press('j');
  await expect.element(row(1)).toHaveFocus();
  await press('jj');
  await expect.element(row(3)).toHaveFocus();
  await press('k');
  await expect.element(row(2)).toHaveFocus();
  await press('a');
  await expect.element(row(2)).not.toBeInTheDocument();
  await expect.element(page.getByText('1 review approved', { exact: true })).toBeVisible();
  await press('j');
  await expect.element(row(3)).toHaveFocus();
  expect(decided()).toEqual([approved(2)]);
});

test('the next key works as soon as a decided review is gone, even if the figures load slowly', async () => {
  let asked = 0;
  const figures = { totalUsers: 2, artists: 1, listeners: 1, activeTracks: 1, totalReviews: 4 };
  const waits = {
    pendingPayouts: 0,
    pendingPayoutCents: cents(0),
    waitingReviews: 4,
    unreadReviews: 0,
    withheldPayouts: 0,
  };
  answerCall(api.admin.readPlatformStats, () => {
    asked += 1;
    if (asked > 1) return new Promise<never>(() => undefined);
    const rewardsToday = { paidCents: cents(0), budgetCents: null };
    return { ...figures, ...waits, sameRecordings: 0, openReports: 0, openClusters: 0, rewardsToday };
  });
  await show(
    <>
      <LoadedFigures query={platformStatsQuery}>{(stats) => <PlatformCards stats={stats} />}</LoadedFigures>
      <ReviewsTab />
    </>,
  );
  await expect.element(page.getByText('Total Users')).toBeVisible();
  for (const place of [1, 2, 3]) {
    await expect.element(row(place)).toBeVisible();
    await press('ja');
    await expect.element(row(place)).not.toBeInTheDocument();
  }
  expect(asked).toBeGreaterThan(1);
  expect(decided()).toEqual([approved(1), approved(2), approved(3)]);
});

test('keys pressed while a decision is being sent decide the focused rows, each once', async () => {
  const answer = holdDecisions();
  await showTab();
  await press('jaajaaja');
  await expect.element(approve(3)).toBeDisabled();
  await expect.element(approve(4)).toBeEnabled();
  answer();
  await expect.element(row(3)).not.toBeInTheDocument();
  await expect.element(row(4)).toBeVisible();
  expect(decided()).toEqual([approved(1), approved(2), approved(3)]);
});

test('a decision is sent while the list of an earlier one is still loading', async () => {
  await showTab();
  const hung = answerCall(api.admin.listReviewsToDecide, () => new Promise<never>(() => undefined));
  await press('ja');
  await expect.poll(() => hung.length).toBe(1);
  await press('ja');
  await expect.poll(decided).toEqual([approved(1), approved(2)]);
});

test('rejecting the selected reviews leaves out one that is being decided', async () => {
  const answer = holdDecisions();
  await showTab();
  await press('jxajxr');
  await expect.element(dialog()).toBeVisible();
  await page.getByLabelText('A sentence for the listener').fill('It says nothing about the song.');
  await page.getByRole('button', { name: 'Reject review' }).click();
  await expect
    .poll(() => decided().map(({ reviewIds }) => reviewIds))
    .toEqual([[review(1).id], [review(2).id]]);
  answer();
  await expect.element(row(2)).not.toBeInTheDocument();
});

/** Undoing puts the reviews back. */
const undoing = () =>
  answerCall(api.admin.undoReviewDecisions, ({ body: { reviewIds } }) => {
    const back = [1, 2, 3, 4].map((place) => review(place)).filter(({ id }) => reviewIds.includes(id));
    waiting = [...waiting, ...back].sort((one, other) => one.id.localeCompare(other.id));
    return { outcomes: reviewIds.map((id) => ({ id, outcome: 'done' as const })) };
  });
const undoneIds = (undone: ReturnType<typeof undoing>) => undone.map(({ body }) => body.reviewIds);

test('u pressed while the decision made last is being sent undoes it after its response, and keeps other keys', async () => {
  const undone = undoing();
  await showTab();
  await press('ja');
  await expect.element(row(1)).not.toBeInTheDocument();
  const answer = holdDecisions();
  await press('jauuja');
  await expect.element(approve(3)).toBeDisabled();
  expect(undone).toEqual([]);
  answer();
  await expect.element(row(3)).not.toBeInTheDocument();
  await expect.element(row(2)).toBeVisible();
  await expect.element(page.getByText('Review of “Track 3” approved.', { exact: false })).toBeVisible();
  expect(undoneIds(undone)).toEqual([[review(2).id]]);
  expect(decided()).toEqual([approved(2), approved(3)]);
  // The list may still be loading.
  answerCall(api.admin.listReviewsToDecide, () => new Promise<never>(() => undefined));
  await press('u');
  await expect.poll(() => undoneIds(undone)).toEqual([[review(2).id], [review(3).id]]);
});

test('u works for the first decision, and not for one that fails', async () => {
  const undone = undoing();
  await showTab();
  const answer = holdDecisions();
  await press('jau');
  answer();
  await expect.poll(() => undoneIds(undone)).toEqual([[review(1).id]]);
  await expect.element(page.getByText('1 review undone')).toBeVisible();
  await expect.element(row(1)).toBeVisible();

  const { promise, reject } = Promise.withResolvers<never>();
  answerCall(api.admin.decideReviews, () => promise);
  await press('kau');
  await expect.element(approve(1)).toBeDisabled();
  reject(new TypeError('Failed to fetch'));
  await expect.element(page.getByText('Error deciding reviews')).toBeVisible();
  expect(undone).toHaveLength(1);
});

test('an admin can undo their own decision in the list of decided ones', async () => {
  const undone = undoing();
  const at = '2026-03-02T10:00:00Z';
  const decision = { at, by: 'Ari', reason: null, sentence: null };
  waiting = [
    review(1, { status: 'approved', decision, canUndo: true }),
    review(2, { status: 'approved', decision: { ...decision, by: 'Olu' } }),
  ];
  await showTab();
  const button = page.getByRole('button', { name: /^Undo the decision/ });
  await expect.element(button).toHaveAccessibleName('Undo the decision on the review of Track 1 by Otis');
  await button.click();
  await expect.element(page.getByText('1 review undone')).toBeVisible();
  await expect.element(page.getByText('It waits for a decision again.')).toBeVisible();
  expect(undoneIds(undone)).toEqual([[review(1).id]]);
});

test('an approval whose reward is no longer available stays, and the message says why', async () => {
  await showTab();
  answerCall(api.admin.undoReviewDecisions, ({ body: { reviewIds } }) => ({
    outcomes: reviewIds.map((id) => ({ id, outcome: 'reward_spent' as const })),
  }));
  await press('ja');
  await expect.element(row(1)).not.toBeInTheDocument();
  await press('u');
  await expect.element(page.getByText('Not undone')).toBeVisible();
  await expect
    .element(
      page.getByText('1 review stays approved: the reward is no longer in the listener’s available balance.'),
    )
    .toBeVisible();
});

test('with crossed responses, the line names the decision made last, and u undoes that one', async () => {
  const undone = undoing();
  await showTab();
  const first = Promise.withResolvers<void>();
  decisions = answerCall(api.admin.decideReviews, async (sent) => {
    if (sent.body.reviewIds.includes(review(1).id)) await first.promise;
    return answerDecision(sent);
  });
  await press('jaja');
  const line = page.getByText('Review of “Track 2” approved.', { exact: false });
  await expect.element(line).toBeVisible();
  first.resolve();
  await expect.element(row(1)).not.toBeInTheDocument();
  await expect.element(line).toBeVisible();
  await press('u');
  await expect.poll(() => undoneIds(undone)).toEqual([[review(2).id]]);
});

test('a rejection written while another decision is being sent follows it', async () => {
  const answer = holdDecisions();
  await showTab();
  await press('jajr');
  await page.getByLabelText('A sentence for the listener').fill('It says nothing about the song.');
  await page.getByRole('button', { name: 'Reject review' }).click();
  await expect.poll(() => decisions).toHaveLength(2);
  await expect.element(dialog()).toBeVisible();
  answer();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row(2)).not.toBeInTheDocument();
  expect(decided()).toEqual([
    approved(1),
    expect.objectContaining({
      reviewIds: [review(2).id],
      decision: expect.objectContaining({ status: 'rejected' }),
    }),
  ]);
});

test('a does nothing while no review has the focus, or while the admin types', async () => {
  await showTab();
  await press('a');
  const search = page.getByLabelText('Search listeners and artists');
  await search.click();
  await press('jar');
  await expect.element(search).toHaveValue('jar');
  await expect.element(row(1)).toBeVisible();
  expect(dialog().query()).toBeNull();
  expect(decided()).toEqual([]);
});

test('r asks for a sentence, and rejects nothing without one', async () => {
  await showTab();
  await press('jr');
  await expect.element(dialog()).toBeVisible();
  await page.getByRole('button', { name: 'Reject review' }).click();
  await expect.element(page.getByText('Write 3 to 500 characters.')).toBeVisible();
  const sentence = page.getByLabelText('A sentence for the listener');
  await expect.element(sentence).toHaveFocus();
  await sentence.fill(' no ');
  await page.getByRole('button', { name: 'Reject review' }).click();
  await expect.element(page.getByText('Write 3 to 500 characters.')).toBeVisible();
  expect(decided()).toEqual([]);
});

test('a rejection sends the published reason and the sentence', async () => {
  await showTab();
  await press('jr');
  await page.getByRole('button', { name: /Reason/ }).click();
  await page.getByRole('option', { name: 'It repeats another review' }).click();
  await page.getByLabelText('A sentence for the listener').fill(' This is the review of Track 3 again. ');
  await page.getByRole('button', { name: 'Reject review' }).click();
  await expect.element(row(1)).not.toBeInTheDocument();
  await expect.element(page.getByText('1 review rejected', { exact: true })).toBeVisible();
  const decision = {
    status: 'rejected',
    reason: 'copied',
    sentence: 'This is the review of Track 3 again.',
  };
  expect(decided()).toEqual([{ reviewIds: [review(1).id], decision }]);
});

test('findings prefill the reason and a sentence, which Enter confirms', async () => {
  waiting = [review(1, { findings: [finding('near_equal', false, '96% of it is in another review')] })];
  await showTab();
  await press('jr');
  await expect
    .element(page.getByLabelText('A sentence for the listener'))
    .toHaveValue('It reads a lot like another review. Please write each review yourself.');
  await expect.element(page.getByRole('button', { name: 'Reject review' })).toHaveFocus();
  await press('{Enter}');
  await expect.element(row(1)).not.toBeInTheDocument();
  expect(decided()).toMatchObject([{ decision: { status: 'rejected', reason: 'copied' } }]);
});

test('s selects all pending reviews of a listener, and one key decides them together', async () => {
  const other = { listenerId: '00000000-0000-4000-8000-0000000000d2', listenerName: 'Mae' };
  waiting = [review(1), review(2, other), review(3)];
  await showTab();
  await expect.element(page.getByRole('button', { name: 'Select all 2 by Otis' }).first()).toBeVisible();
  expect(page.getByRole('button', { name: 'Select all 1 by Mae' }).query()).toBeNull();
  await press('jsr');
  await page.getByLabelText('A sentence for the listener').fill('These are the same text.');
  await page.getByRole('button', { name: 'Reject 2 reviews' }).click();
  await expect.element(row(3)).not.toBeInTheDocument();
  expect(decided()).toMatchObject([{ reviewIds: [review(1).id, review(3).id] }]);
});

test('Escape closes the dialog without a rejection', async () => {
  await showTab();
  await press('jr');
  await expect.element(dialog()).toBeVisible();
  await press('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row(1)).toBeVisible();
  expect(decided()).toEqual([]);
});

test('u undoes the last decision, once', async () => {
  const undone = answerCall(api.admin.undoReviewDecisions, ({ body: { reviewIds } }) => {
    waiting = [review(1), ...waiting];
    return { outcomes: reviewIds.map((id) => ({ id, outcome: 'done' })) };
  });
  await showTab();
  await press('ja');
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await press('u');
  await expect.element(page.getByText('1 review undone')).toBeVisible();
  await expect.element(row(1)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await press('u');
  expect(undone.map(({ body }) => body)).toEqual([{ reviewIds: [review(1).id] }]);
});

test('findings are listed by name: failed ones in full, passed ones as a number', async () => {
  const findings = [
    finding('words', true, '60 words'),
    finding('near_equal', false, '91% like an earlier one'),
    finding('a_rule_that_is_gone', false, 'found earlier'),
  ];
  waiting = [review(1, { findings }), review(2)];
  await showTab();
  const list = row(1).getByRole('list', { name: 'Findings' });
  await expect.element(list.getByText('Near-equal text')).toBeVisible();
  await expect.element(list.getByText('91% like an earlier one')).toBeVisible();
  await expect.element(list.getByText('rule v2').first()).toBeVisible();
  await expect.element(list.getByText('a_rule_that_is_gone')).toBeVisible();
  await expect.element(list.getByText('1 of 3 rules passed')).toBeVisible();
  expect(list.getByText('60 words').query()).toBeNull();
  await expect.element(row(2).getByText('The approval rules haven’t run yet.')).toBeVisible();
});

test('an admin cannot decide their own review, by button or key', async () => {
  waiting = [review(1, { isOwn: true })];
  await showTab();
  await expect.element(row(1).getByText('Another admin has to decide this one.')).toBeVisible();
  expect(approve(1).query()).toBeNull();
  await press('jar');
  await expect.element(row(1)).toHaveFocus();
  expect(dialog().query()).toBeNull();
  expect(decided()).toEqual([]);
});

test('a review already decided by another admin does not count as approved', async () => {
  answerCall(api.admin.decideReviews, ({ body: { reviewIds } }) => ({
    outcomes: reviewIds.map((id) => ({ id, outcome: 'already_decided' })),
  }));
  await showTab();
  await approve(1).click();
  // In one look: the message leaves after five seconds.
  const message = page.getByText(/0 reviews approved.*You can no longer decide 1 review\./);
  await expect.element(message).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull();
});

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

test('a second press after a row is gone does not affect the next row', async () => {
  await showTab();
  // The first decision brings the line above the rows; from the second one on, each row takes the place of the last.
  await approve(1).click();
  await expect.element(row(1)).not.toBeInTheDocument();
  await approve(2).click({ trial: true });
  const { left, top, width, height } = approve(2).element().getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  await approve(2).click();

  // In the page itself: the next row is there and its button is enabled, and the pause has only begun.
  const isNextReady = () => row(2).query() === null && approve(3).query()?.matches(':enabled') === true;
  while (!isNextReady()) await nextFrame();
  const next = approve(3).element().getBoundingClientRect();
  expect(next.left < x && x < next.right && next.top < y && y < next.bottom).toBe(true);
  const under = document.elementFromPoint(x, y);
  if (under instanceof HTMLElement) under.click();

  // Playwright waits until the button takes the pointer again.
  await approve(3).click();
  await expect.element(row(3)).not.toBeInTheDocument();
  expect(decided()).toEqual([approved(1), approved(2), approved(3)]);
  await expect.element(row(4)).toBeVisible();
});

test('the sentence of a rejection stays in its dialog if the rejection fails', async () => {
  decisions = answerCall(api.admin.decideReviews, noAnswer);
  await showTab();
  await press('jr');
  const sentence = dialog().getByRole('textbox');
  await sentence.fill('Only one part is described.');
  await dialog().getByRole('button', { name: 'Reject review' }).click();
  await expect.element(page.getByText('Error deciding reviews')).toBeVisible();
  await expect.element(sentence).toHaveValue('Only one part is described.');

  decisions = answerCall(api.admin.decideReviews, answerDecision);
  await dialog().getByRole('button', { name: 'Reject review' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row(1)).not.toBeInTheDocument();
  expect(decided()).toEqual([
    {
      reviewIds: [review(1).id],
      decision: { status: 'rejected', reason: 'too_little', sentence: 'Only one part is described.' },
    },
  ]);
});

test('a rejection that failed can be sent again at once, also while the list cannot be loaded', async () => {
  decisions = answerCall(api.admin.decideReviews, noAnswer);
  await showTab();
  answerCall(api.admin.listReviewsToDecide, () => new Promise<never>(() => undefined));
  await press('jr');
  await dialog().getByRole('textbox').fill('Only one part is described.');
  const button = dialog().getByRole('button', { name: 'Reject review' });
  await button.click();
  await expect.element(page.getByText('Error deciding reviews')).toBeVisible();
  decisions = answerCall(api.admin.decideReviews, answerDecision);
  await button.click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(decided()).toHaveLength(1);
});

test('a rejection without a response can be left: its review stays locked, and the next dialog open', async () => {
  const answer = holdDecisions();
  await showTab();
  await press('jr');
  await dialog().getByRole('textbox').fill('Only one part is described.');
  await dialog().getByRole('button', { name: 'Reject review' }).click();
  await press('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(approve(1)).toBeDisabled();
  await expect.element(row(1)).toHaveFocus();
  await press('ajr');
  const next = dialog().getByRole('textbox');
  await next.fill('It is about another song.');
  answer();
  await expect.element(page.getByText('1 review rejected', { exact: true })).toBeVisible();
  await expect.element(next).toHaveValue('It is about another song.');
  await dialog().getByRole('button', { name: 'Reject review' }).click();
  await expect.element(row(2)).not.toBeInTheDocument();
  expect(decided().map(({ reviewIds }) => reviewIds)).toEqual([[review(1).id], [review(2).id]]);
});
